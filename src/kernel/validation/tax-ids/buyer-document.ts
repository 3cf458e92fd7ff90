import type { Country } from '../../locale/locale.ts';
import { markets } from '../../locale/markets.ts';
import { documentRule, type DocumentType, isDocumentType, normalizeDocument } from './document.rule.ts';
import type { MessageKey } from '../rule.types.ts';

/** What a form sends: the number, and its kind where the buyer chose one. */
export interface TypedDocument {
  readonly document?: string | undefined;
  readonly documentType?: string | undefined;
}

/**
 * Soles above which a receipt (boleta de venta electrónica) names its buyer's document. [U]: Reglamento de Comprobantes
 * de Pago, article 8; not read in the original. We ask always and say why.
 */
export const namedReceiptFrom = 700;

/** The kind of a number without a chosen kind; Peru by length: RUC, carné de extranjería, else DNI. */
function guessedType(typed: string, market: Country): DocumentType {
  const { length } = normalizeDocument(typed);
  if (market === 'BR') return length > 11 || /[a-z]/i.test(typed) ? 'cnpj' : 'cpf';
  if (market === 'MZ') return 'nuit';
  return length === 11 ? 'ruc' : length === 9 ? 'ce' : 'dni';
}

/** A document as it is stored and sent: the kind that was chosen, or what the number looks like. */
export function buyerDocument(
  { document = '', documentType = '' }: TypedDocument,
  market: Country,
): { readonly type: DocumentType; readonly number: string } {
  const isChosen = isDocumentType(documentType) && markets[market].documents.includes(documentType);
  return { type: isChosen ? documentType : guessedType(document, market), number: normalizeDocument(document) };
}

/** Message key of what is wrong with it, by the rule of its kind; null: it is good. */
export function buyerDocumentProblem(typed: TypedDocument, market: Country): MessageKey | null {
  return documentRule(typed.document ?? '', { type: buyerDocument(typed, market).type });
}
