import type { Country } from '#src/kernel/locale/locale.ts';
import { cnpjRule } from '#src/kernel/validation/cnpj.rule.ts';
import { cpfRule } from '#src/kernel/validation/cpf.rule.ts';
import { normalizeDocument, type DocumentType } from '#src/kernel/validation/document.rule.ts';
import { nuitRule } from '#src/kernel/validation/nuit.rule.ts';
import { ceRule, dniRule, readDni, rucRule } from '#src/kernel/validation/peru-documents.rule.ts';
import type { MessageKey } from '#src/kernel/validation/rule.types.ts';

interface HolderDocument {
  /** What the text was taken for. */
  readonly type: DocumentType;
  /** Upper case, letters and digits only. */
  readonly number: string;
  readonly problem: MessageKey | null;
}

/**
 * The document of a card's holder, by market. Brazil: CPF, or CNPJ where a company pays. Peru: DNI (with or without the
 * check character that its card shows), carné de extranjería or RUC. Mozambique: NUIT, which may stay empty (`null`).
 */
export function readHolderDocument(typed: string, market: Country): HolderDocument | null {
  const number = normalizeDocument(typed);
  if (market === 'MZ') return typed.trim() === '' ? null : { type: 'nuit', number, problem: nuitRule(typed) };
  return market === 'BR' ? brazilian(typed, number) : peruvian(typed.trim(), number);
}

/** Eleven digits are a person, anything longer or with a letter a company: as the field lays them out. */
function brazilian(typed: string, number: string): HolderDocument {
  const isCompany = number.length > 11 || /[A-Z]/.test(number);
  return isCompany
    ? { type: 'cnpj', number, problem: cnpjRule(typed) }
    : { type: 'cpf', number, problem: cpfRule(typed) };
}

/** By length: 11 a RUC, 9 a carné, else a DNI; a ninth mark after a dash is the DNI's check character. */
function peruvian(typed: string, number: string): HolderDocument {
  if (number.length === 11) return { type: 'ruc', number, problem: rucRule(number) };
  const dni = typed.includes('-') ? readDni(typed) : null;
  if (dni !== null) return { type: 'dni', number: dni, problem: null };
  return number.length === 9
    ? { type: 'ce', number, problem: ceRule(number) }
    : { type: 'dni', number, problem: dniRule(number) };
}
