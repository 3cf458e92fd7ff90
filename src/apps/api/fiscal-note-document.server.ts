import { brandOf } from '#src/branding/index.server.ts';
import { taxIdProblem } from '#src/domain/documents/fiscal-notes/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import type { ProblemField } from '#src/kernel/http/problems/problem.ts';
import { buyerDocument } from '#src/kernel/validation/tax-ids/buyer-document.ts';
import type { ApiServices } from './api.contract.server.ts';

/**
 * Whether a fiscal note that the brand needs cannot carry one of these tax ids. Checked before the charge, since the tax
 * authority would reject the note after it. Malformed tax ids are left to the rule of their type.
 */
export function isDocumentUnfitForFiscalNote(
  { brands }: Pick<ApiServices, 'brands'>,
  { brand, variant, market }: Pick<CheckoutSession, 'brand' | 'variant' | 'market'>,
  documents: readonly (string | undefined)[],
): boolean {
  if (!brandOf(brands, brand, variant)?.features.sendBffPaymentRequest.documentToNFGeneration) return false;
  return documents.some(
    (document) => document !== undefined && taxIdProblem(buyerDocument({ document }, market)) === 'letters-not-taken',
  );
}

/** The problem of the `document` field for such a tax id. */
export function fiscalNoteProblem({ say }: Pick<ApiServices, 'say'>, locale: string): ProblemField {
  return { path: 'document', code: 'note-letters', message: say(locale, 'payment.error.note-letters') };
}
