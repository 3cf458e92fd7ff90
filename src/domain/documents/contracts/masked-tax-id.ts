/** Documents of companies: anybody may look them up, and whoever books a receipt needs them whole. */
const ofCompanies: ReadonlySet<string> = new Set(['cnpj', 'ruc', 'nuit']);

/** A buyer's document as papers show it: a company's whole, a person's with its last digits only. */
export function maskedTaxId(document: { readonly type: string; readonly number: string } | null): string | null {
  if (!document) return null;
  const { type, number } = document;
  return `${type.toUpperCase()} ${ofCompanies.has(type) ? number : `•••${number.slice(-4)}`}`;
}
