import type { MessageKey } from './rule.types.ts';

/** Whether a value is blank. */
export function isBlank(value: string): boolean {
  return value.trim() === '';
}

/** A required field. */
export function requiredRule(value: string): MessageKey | null {
  return isBlank(value) ? 'validation.required' : null;
}

/** The same rule for a field that may stay empty. */
export function optional<Context extends readonly unknown[]>(
  rule: (value: string, ...context: Context) => MessageKey | null,
): (value: string, ...context: Context) => MessageKey | null {
  return (value, ...context) => (isBlank(value) ? null : rule(value, ...context));
}
