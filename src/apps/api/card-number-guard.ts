import { findCardNumber } from '#src/kernel/validation/card/find-card-number.ts';

/** Usual names of card data fields. No schema of this API has such a field. */
const cardNames =
  /^(card(number|num|cvv|cvc|expire?date|expiry|name|holder)|(card_?)?(cvv|cvc|pan|securitycode|security_code)|number)$/i;

/** Fields with a check of their own. Their digits may pass a card's check by chance (10 % of valid CNPJs pass Luhn). */
const checkedElsewhere = /^(document|phone|line|barcode|idempotencykey|amount|token)$/i;

/** A lead's document, `{ type, number }`: its number is checked by its type. */
const isDocumentNumber = (path: string, name: string): boolean => name === 'number' && /(?:^|\.)document$/.test(path);

/**
 * Finds card data in a request body: by the field's name, or by a value with a card's prefix, length and check digit.
 * Returns the path of the first one, never its value; null when there is none. A card number must not reach this server
 * (PCI DSS): such a body is refused before a handler reads it.
 */
export function findCardData(body: unknown, path = ''): string | null {
  if (Array.isArray(body)) {
    return firstOf(body.map((item: unknown, index) => [`${path}[${index}]`, item] as const));
  }
  if (typeof body === 'object' && body !== null) {
    for (const [name, value] of Object.entries(body)) {
      const at = path === '' ? name : `${path}.${name}`;
      if (isDocumentNumber(path, name) && typeof value === 'string') continue;
      if (cardNames.test(name)) return at;
      if (checkedElsewhere.test(name) && typeof value !== 'object') continue;
      const found = findCardData(value, at);
      if (found !== null) return found;
    }
    return null;
  }
  return (typeof body === 'string' || typeof body === 'number') && findCardNumber(String(body)) !== null ? path : null;
}

function firstOf(entries: readonly (readonly [string, unknown])[]): string | null {
  for (const [at, value] of entries) {
    const found = findCardData(value, at);
    if (found !== null) return found;
  }
  return null;
}
