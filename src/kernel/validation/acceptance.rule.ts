import type { MessageKey } from './rule.types.ts';

const ticked = new Set(['on', 'true', '1', 'yes']);

/** Whether a checkbox field's value means ticked. */
export function isChecked(value: string): boolean {
  return ticked.has(value);
}

/** The terms of use must be accepted; the privacy policy is next to the same box. */
export function termsRule(value: string): MessageKey | null {
  return isChecked(value) ? null : 'validation.terms';
}
