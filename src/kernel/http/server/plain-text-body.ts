/** Names that reach an object's prototype. */
const dangerous: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** PostgreSQL refuses text with a NUL character or an unpaired surrogate. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Whether every text of a body, keys included, can be stored, and no key reaches a prototype, escaped or not. Call
 * `nestsDeeper` first: this function recurses without a limit.
 */
export function isPlainText(body: unknown): boolean {
  if (typeof body === 'string') return isStorable(body);
  if (typeof body !== 'object' || body === null) return true;
  return Object.entries(body).every(([name, value]) => isStorable(name) && !dangerous.has(name) && isPlainText(value));
}
