import type { Country } from '#src/kernel/locale/locale.ts';
import { buyerDocumentProblem, type TypedDocument } from '#src/kernel/validation/tax-ids/buyer-document.ts';
import type { MessageKey } from '#src/kernel/validation/rule.types.ts';

/** Message key for an invalid document of a card's holder; in Mozambique it is optional. */
export function holderDocumentProblem(typed: TypedDocument, market: Country): MessageKey | null {
  const isFree = market === 'MZ' && (typed.document ?? '').trim() === '';
  return isFree ? null : buyerDocumentProblem(typed, market);
}
