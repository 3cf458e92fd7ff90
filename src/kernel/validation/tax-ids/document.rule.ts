import { cnpjRule, normalizeCnpj } from './cnpj.rule.ts';
import { cpfRule } from './cpf.rule.ts';
import { nuitRule } from './nuit.rule.ts';
import { ceRule, dniRule, rucRule } from './peru-documents.rule.ts';
import type { MessageKey } from '../rule.types.ts';

/** Kinds of document that a buyer may give; those of a market are in `markets`. */
export type DocumentType = 'cpf' | 'cnpj' | 'dni' | 'ce' | 'ruc' | 'nuit';

const rules: Readonly<Record<DocumentType, (value: string) => MessageKey | null>> = {
  cpf: cpfRule,
  cnpj: cnpjRule,
  dni: dniRule,
  ce: ceRule,
  ruc: rucRule,
  nuit: nuitRule,
};

export function isDocumentType(value: string): value is DocumentType {
  return Object.hasOwn(rules, value);
}

/** The rule of the document's kind. */
export function documentRule(value: string, { type }: { readonly type: DocumentType }): MessageKey | null {
  return rules[type](value);
}

/** The stored form of a document: upper case, letters and digits only. */
export function normalizeDocument(value: string): string {
  return normalizeCnpj(value);
}
