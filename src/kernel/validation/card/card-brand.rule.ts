import type { MessageKey } from '../rule.types.ts';

/** CARD_COMPANY: a brand must be chosen; a complete number has a message of its own. */
export function cardBrandRule(
  value: string,
  { isNumberWhole = false }: { readonly isNumberWhole?: boolean } = {},
): MessageKey | null {
  if (value.trim() !== '') return null;
  return isNumberWhole ? 'validation.card-company-choice' : 'validation.card-company';
}
