import type { Company } from './contract.types.ts';

/** The company's tax number with its name: `CNPJ 11.222.333/0001-81`; a line never breaks inside it. */
export function taxIdText({ taxId }: Company): string {
  return `${taxId.type.toUpperCase()}\u00a0${taxId.number}`;
}

/**
 * Legal name, tax number, address, e-mail and phone of the seller, in this order, as a shop's every page and e-mail must
 * say them (Brazil: Decreto 7.962/2013, art. 2).
 */
export function companyParts(company: Company): readonly string[] {
  const { legalName, address, email, phone } = company;
  return [legalName, taxIdText(company), address, email, ...(phone === null ? [] : [phone])];
}

/** Kinds of companies' tax ids: they are public, and bookkeeping needs them whole. */
const ofCompanies: ReadonlySet<string> = new Set(['cnpj', 'ruc', 'nuit']);

/** A buyer's tax id as documents show it: a company's whole, a person's with its last digits only. */
export function maskedTaxId(document: { readonly type: string; readonly number: string } | null): string | null {
  if (!document) return null;
  const { type, number } = document;
  return `${type.toUpperCase()} ${ofCompanies.has(type) ? number : `•••${number.slice(-4)}`}`;
}
