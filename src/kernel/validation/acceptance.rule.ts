import type { MessageKey } from './rule.types.ts';

const ticked = new Set(['on', 'true', '1', 'yes']);

/** Whether a checkbox field says that it is ticked. */
export function isTicked(value: string): boolean {
  return ticked.has(value);
}

/** The privacy policy must be accepted. */
export function politicsRule(value: string): MessageKey | null {
  return isTicked(value) ? null : 'validation.politics';
}

/** The terms of use must be accepted. */
export function termsRule(value: string): MessageKey | null {
  return isTicked(value) ? null : 'validation.terms';
}
