import { findCardNumber } from '#src/kernel/validation/card/find-card-number.ts';

/** Names under which card data is sent elsewhere. None of them is a field of ours. */
const cardNames =
  /^(card(number|num|cvv|cvc|expire?date|expiry|name|holder)|(card_?)?(cvv|cvc|pan|securitycode|security_code)|number)$/i;

/** Fields whose digits have their own check and may pass a card's by chance (10 % of valid CNPJs pass Luhn). */
const checkedElsewhere = /^(document|phone|line|barcode|idempotencykey|amount|token)$/i;

/** A lead's document, `{ type, number }`: its number has the check of its kind. */
const isDocumentNumber = (path: string, name: string): boolean => name === 'number' && /(?:^|\.)document$/.test(path);

/**
 * Finds card data in a request body: by the field's name, or by a value with a card's prefix, length and check digit.
 * Gives the path of the first one, never its value; null when there is none. A card number must not reach this server
 * (PCI DSS): such a body is refused before anything reads it.
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

/** Whether a body has more levels than `most`; it is not followed any deeper, so that none is too deep to look at. */
export function nestsDeeper(body: unknown, most: number): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return most === 0 || Object.values(body).some((value) => nestsDeeper(value, most - 1));
}

function firstOf(entries: readonly (readonly [string, unknown])[]): string | null {
  for (const [at, value] of entries) {
    const found = findCardData(value, at);
    if (found !== null) return found;
  }
  return null;
}
