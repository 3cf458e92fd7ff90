import type { RailFormView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';

/** Points are chosen on pages of their own; where this stands among other ways to pay, it says so. */
function Form() {
  const t = useWords();
  return <p className="fineprint">{t('method.loyalty-points.how')}</p>;
}

/** Two coins: a drawing of our own. */
function Mark() {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      aria-hidden="true"
    >
      <circle cx="9" cy="10" r="5.6" />
      <path d="M15.2 9.2a5.6 5.6 0 1 1-5 9.2" strokeLinecap="round" />
    </svg>
  );
}

export const railForm: RailFormView = { Form, Mark, validate: () => ({}) };
