import type { Country } from '#src/kernel/locale/locale.ts';
import { buyerDocumentProblem, type TypedDocument } from '#src/kernel/validation/tax-ids/buyer-document.ts';
import type { MessageKey } from '#src/kernel/validation/rule.types.ts';

/** Message key of what is wrong with the document of a card's holder; Mozambique does not insist on one. */
export function holderDocumentProblem(typed: TypedDocument, market: Country): MessageKey | null {
  const isFree = market === 'MZ' && (typed.document ?? '').trim() === '';
  return isFree ? null : buyerDocumentProblem(typed, market);
}
