import type { MessageKey } from './rule.types.ts';

const shortest = 7;
const longest = 80;
const longestLocal = 64;
const longestLabel = 63;
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/i;
const label = /^[a-z0-9-]+$/i;
const topLevel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/i;

/**
 * EMAIL: 7 to 80 characters, no accented letters, local part and domain of at least two each: `ab@c.br` is the shortest.
 * The additional format check is ours: no dot at an end of the local part or twice in a row; domain labels of letters,
 * digits and inner hyphens (RFC 1123), the last one a name of letters.
 */
export function emailRule(value: string): MessageKey | null {
  const email = value.trim();
  if (email === '') return 'validation.required';
  if (email.length < shortest || email.length > longest) return 'validation.email';
  const at = email.indexOf('@');
  return isLocalPart(email.slice(0, at < 0 ? 0 : at)) && isDomain(email.slice(at + 1)) ? null : 'validation.email';
}

/** The stored form of an address: trimmed, lower case. */
export function normalizeEmail(value: string): string {
  return value.trim().toLowerCase();
}

function isLocalPart(local: string): boolean {
  if (local.length < 2 || local.length > longestLocal || !localPart.test(local)) return false;
  return !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  const last = labels.pop() ?? '';
  if (!topLevel.test(last) || labels.length === 0) return false;
  return labels.every(
    (part) => part.length <= longestLabel && label.test(part) && !part.startsWith('-') && !part.endsWith('-'),
  );
}
