import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { findCardNumber } from '#src/kernel/validation/card/find-card-number.ts';
import type { FormFields } from './page.server.ts';

/** Largest accepted form, in bytes. */
export const formLimit = 64 * 1024;

const maxFields = 200;
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

export type FormProblem = 'form-too-large' | 'form-malformed' | 'field-repeated' | 'field-forbidden';

/**
 * Reads an `application/x-www-form-urlencoded` body (WHATWG URL, section 5). A name that occurs twice is refused,
 * because two readers could each take another one; names that reach an object's prototype are refused, and so is
 * text that is not UTF-8.
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

/** Fields whose digits have a check of their own, and may pass a card's by chance: the most that each has. */
const digitFieldLimits: Readonly<Record<string, number>> = {
  document: 14,
  cpf: 14,
  cnpj: 14,
  phone: 13,
  // Where money is to be paid out to: a telephone, a company or an account.
  key: 14,
  account: 14,
  code: 12,
  token: Infinity,
  amount: Infinity,
};

/** A bank's number of an account in Mozambique or Peru (`transferDigits`): longer than a card's, and it begins as none does. */
const transferNumber = /^(?:MZ\d\d)?[089]\d{19,20}$/i;

/**
 * The same fields with nothing where somebody typed a card number (PCI DSS: it must not be stored): whoever needs the
 * field asks for it again. Card numbers are typed into a page of another origin, and nowhere else.
 */
export function withoutCardNumbers(fields: FormFields): FormFields {
  const kept: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(fields))
    kept[name] = (findCardNumber(value)?.length ?? 0) > digitsOf(name) && !isTransferNumber(name, value) ? '' : value;
  return kept;
}

/** How many digits that are like a card's a field may have; none is the rule. */
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
 * Whether a POST comes from a page of ours (defence against cross-site request forgery). `Sec-Fetch-Site` decides when
 * the browser sends it; `Origin` must then not contradict (it is `null` after a page with `no-referrer`). An older
 * browser must send an Origin on the allow-list. A request with neither is refused.
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
