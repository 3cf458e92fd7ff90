import type { MessageKey } from './rule.types.ts';

/** CARD_COMPANY: a brand must be chosen; with `accepted` in the context, one of those. */
export function cardCompanyRule(
  value: string,
  { accepted }: { readonly accepted?: readonly string[] } = {},
): MessageKey | null {
  const typed = value.trim();
  if (typed === '') return 'validation.card-company';
  return accepted === undefined || accepted.includes(typed) ? null : 'validation.card-company-choice';
}
