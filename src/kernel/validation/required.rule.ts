import type { MessageKey, Rule } from './rule.types.ts';

/** Nothing but blanks. */
export function isBlank(value: string): boolean {
  return value.trim() === '';
}

/** Something must be given. */
export function requiredRule(value: string): MessageKey | null {
  return isBlank(value) ? 'validation.required' : null;
}

/** The same rule for a field that may stay empty. */
export function optional<Context>(rule: Rule<Context>): Rule<Context> {
  return (value, context) => (isBlank(value) ? null : rule(value, context));
}
