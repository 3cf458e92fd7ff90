import type { Country } from '#src/kernel/locale/locale.ts';
import { documentRule, type DocumentType, normalizeDocument } from '#src/kernel/validation/document.rule.ts';
import type { MessageKey } from '#src/kernel/validation/rule.types.ts';

/**
 * What the text in the field for the card holder's document is taken for. Brazil: a company's CNPJ where it is longer
 * than a CPF or has a letter, as the field lays it out. Peru, by length: RUC, carné de extranjería, else DNI.
 */
export function holderDocumentType(typed: string, market: Country): DocumentType {
  const { length } = normalizeDocument(typed);
  if (market === 'BR') return length > 11 || /[a-z]/i.test(typed) ? 'cnpj' : 'cpf';
  if (market === 'MZ') return 'nuit';
  return length === 11 ? 'ruc' : length === 9 ? 'ce' : 'dni';
}

/** Message key of what is wrong with it; Mozambique does not insist on a document. */
export function holderDocumentProblem(typed: string, market: Country): MessageKey | null {
  const isFree = market === 'MZ' && typed.trim() === '';
  return isFree ? null : documentRule(typed, { type: holderDocumentType(typed, market) });
}
