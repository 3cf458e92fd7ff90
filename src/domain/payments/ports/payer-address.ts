import type { JsonObject } from '#src/kernel/json/json.ts';

/** The address fields of a payment, named as the specification names them; `state` is a region's code, `country` BR, MZ or PE. */
export const addressFields = [
  'postalCode',
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'neighbourhood',
  'city',
  'state',
  'country',
] as const;

/**
 * The payer's address out of a rail's fields, when the product asks for one: the page has checked it by then.
 * Null when there is no street.
 */
export function payerAddress(fields: Readonly<Record<string, string>>): JsonObject | null {
  if (!fields['addressLine1']) return null;
  return Object.fromEntries(addressFields.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
}
