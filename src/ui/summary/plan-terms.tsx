import css from './summary.module.css';

/**
 * What a price pays for and what is charged later, as the finished text of `planTermsText`; nothing without one. It stands
 * under a price, above a pay button and on what confirms a purchase.
 */
export function PlanTerms({ text }: { readonly text: string | null | undefined }) {
  return text ? <p className={css['terms']}>{text}</p> : null;
}
