import { buyerDocumentProblem } from '#src/kernel/validation/tax-ids/buyer-document.ts';
import { DocumentChoice } from '#src/ui/payment/document-choice.tsx';
import { railMark } from '#src/ui/payment/rail-mark.tsx';
import type { RailFormProps, RailFormView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';

function Form({ market, name, value, error }: RailFormProps) {
  const t = useWords();
  return (
    <div className="stack">
      <DocumentChoice {...{ market, name, value, error }} />
      <p className="fineprint">{t('method.pago-efectivo.how')}</p>
    </div>
  );
}

/** A note with a coin: a drawing of our own. */
const mark = 'M3 6.5h18v11H3v-11ZM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM6 9.5v0M18 14.5v0';

export const railForm: RailFormView = {
  Form,
  Mark: railMark(mark),
  validate(fields, market): Readonly<Record<string, string>> {
    const document = buyerDocumentProblem(fields, market);
    return document ? { document } : {};
  },
};
