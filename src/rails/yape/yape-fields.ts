import { phoneRule, toE164 } from '#src/kernel/validation/phone.rule.ts';

/** Nine digits of a mobile phone of Peru; null for anything else, also for a phone of another country. */
export function readPhone(typed: string): string | null {
  return /^\+51(9\d{8})$/.exec(toE164(typed, { market: 'PE' }) ?? '')?.[1] ?? null;
}

export function phoneProblem(typed: string): string | null {
  const problem = phoneRule(typed, { market: 'PE' });
  return problem ?? (readPhone(typed) === null ? 'method.yape.phone.foreign' : null);
}

/** Six digits, with or without the blank that the app shows in their middle. */
export function readCode(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

export function codeProblem(typed: string): string | null {
  if (typed.trim() === '') return 'validation.required';
  return readCode(typed) === null ? 'method.yape.code.malformed' : null;
}
