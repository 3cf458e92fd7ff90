/** Names that reach an object's prototype. */
const dangerous: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** PostgreSQL takes no text with the sign of number nought, and none in which half a sign stands alone. */
const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Whether every text of a body, keys too, can be kept, and no key reaches a prototype, however it was written. To be asked
 * of a body that nests no deeper than ours do.
 */
export function isPlainText(body: unknown): boolean {
  if (typeof body === 'string') return isKeepable(body);
  if (typeof body !== 'object' || body === null) return true;
  return Object.entries(body).every(([name, value]) => isKeepable(name) && !dangerous.has(name) && isPlainText(value));
}
