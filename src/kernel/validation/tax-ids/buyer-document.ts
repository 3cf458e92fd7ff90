import type { Country } from '../../locale/locale.ts';
import { markets } from '../../locale/markets.ts';
import { documentRule, type DocumentType, isDocumentType, normalizeDocument } from './document.rule.ts';
import type { MessageKey } from '../rule.types.ts';

/** A form's input: the number, and its kind where the buyer chose one. */
export interface TypedDocument {
  readonly document?: string | undefined;
  readonly documentType?: string | undefined;
}

/**
 * Soles above which a receipt (boleta de venta electrónica) names its buyer's document. [U]: Reglamento de Comprobantes
 * de Pago, article 8; not read in the original. The document is always required, with the reason shown.
 */
export const namedReceiptFrom = 700;

/** The kind of a number without a chosen kind; Peru by length: RUC, carné de extranjería, else DNI. */
function guessedType(typed: string, market: Country): DocumentType {
  const { length } = normalizeDocument(typed);
  if (market === 'BR') return length > 11 || /[a-z]/i.test(typed) ? 'cnpj' : 'cpf';
  if (market === 'MZ') return 'nuit';
  return length === 11 ? 'ruc' : length === 9 ? 'ce' : 'dni';
}

/** A document in its stored form: the chosen kind, or the kind that the number's format indicates. */
export function buyerDocument(
  { document = '', documentType = '' }: TypedDocument,
  market: Country,
): { readonly type: DocumentType; readonly number: string } {
  const isChosen = isDocumentType(documentType) && markets[market].documents.includes(documentType);
  return { type: isChosen ? documentType : guessedType(document, market), number: normalizeDocument(document) };
}

/** Message key of its error, by the rule of its kind; null when it is valid. */
export function buyerDocumentProblem(typed: TypedDocument, market: Country): MessageKey | null {
  return documentRule(typed.document ?? '', { type: buyerDocument(typed, market).type });
}
