import { railMark } from '#src/ui/payment/rail-mark.tsx';
import type { RailFormView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';

/** Points are chosen on pages of their own; among other methods this form only says so. */
function Form() {
  const t = useWords();
  return <p className="fineprint">{t('method.loyalty-points.how')}</p>;
}

/** Two coins: a drawing of our own. */
const mark = 'M9 15.6A5.6 5.6 0 1 0 9 4.4a5.6 5.6 0 0 0 0 11.2ZM15.2 9.2a5.6 5.6 0 1 1-5 9.2';

export const railForm: RailFormView = { Form, Mark: railMark(mark), validate: () => ({}) };
