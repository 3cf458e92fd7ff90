import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { findCardNumber } from '#src/kernel/validation/card/find-card-number.ts';
import type { FormFields } from './page.server.ts';

/** Largest accepted form, in bytes. */
export const formLimit = 64 * 1024;

const maxFields = 200;
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

export type FormProblem = 'form-too-large' | 'form-malformed' | 'field-repeated' | 'field-forbidden';

/**
 * Reads an `application/x-www-form-urlencoded` body (WHATWG URL, section 5). Refused: a repeated name, because two readers
 * could take different values; names of `Object.prototype`; text that is not UTF-8.
 */
export function parseForm(body: string): Result<FormFields, FormProblem> {
  if (Buffer.byteLength(body) > formLimit) return err('form-too-large');
  const fields: Record<string, string> = Object.create(null);
  let count = 0;
  for (const pair of body.split('&')) {
    if (pair === '') continue;
    if (++count > maxFields) return err('form-too-large');
    const cut = pair.indexOf('=');
    const name = decode(cut < 0 ? pair : pair.slice(0, cut));
    const value = decode(cut < 0 ? '' : pair.slice(cut + 1));
    if (name === null || value === null || name === '') return err('form-malformed');
    if (forbiddenNames.has(name)) return err('field-forbidden');
    if (name in fields) return err('field-repeated');
    fields[name] = value;
  }
  return ok(fields);
}

/** Fields with a check of their own whose digits may pass the card check by chance, with the most digits of each. */
const digitFieldLimits: Readonly<Record<string, number>> = {
  document: 14,
  cpf: 14,
  cnpj: 14,
  phone: 13,
  // Where a payout goes: a phone, a company or an account.
  key: 14,
  account: 14,
  code: 12,
  token: Infinity,
  amount: Infinity,
};

/** A bank account number in Mozambique or Peru (`transferDigits`): longer than a card number, and with another prefix. */
const transferNumber = /^(?:MZ\d\d)?[089]\d{19,20}$/i;

/**
 * Clears fields that contain a card number (PCI DSS: it must not be stored); the field's rule then reports it as missing.
 * Card numbers belong to the card-fields page on its own origin only.
 */
export function withoutCardNumbers(fields: FormFields): FormFields {
  const kept: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(fields))
    kept[name] = (findCardNumber(value)?.length ?? 0) > digitsOf(name) && !isTransferNumber(name, value) ? '' : value;
  return kept;
}

/** How many card-like digits a field may have; none by default. */
function digitsOf(name: string): number {
  return digitFieldLimits[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 0;
}

function isTransferNumber(name: string, value: string): boolean {
  return name === 'number' && transferNumber.test(value.replaceAll(/[\s.-]/g, ''));
}

function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}

/**
 * Whether a POST comes from our own page (defence against cross-site request forgery). `Sec-Fetch-Site` decides where the
 * browser sends it; `Origin` must then not contradict (it is `null` after a page with `no-referrer`). An older browser must
 * send an Origin on the allow-list. A request with neither is refused.
 */
export function isSameOriginPost(
  headers: { readonly origin?: string | undefined; readonly fetchSite?: string | undefined },
  origins: ReadonlySet<string>,
): boolean {
  const { origin, fetchSite } = headers;
  if (fetchSite !== undefined) {
    return fetchSite === 'same-origin' && (origin === undefined || origin === 'null' || origins.has(origin));
  }
  return origin !== undefined && origins.has(origin);
}
