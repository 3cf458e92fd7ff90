import { err, ok, type Result } from '#src/kernel/result/result.ts';

/** Why a number cannot pay: it is another operator's (82, 83 Tmcel; 86, 87 Movitel), or not valid. */
export type MsisdnProblem = 'other-operator' | 'malformed';

/**
 * A number in M-Pesa's form: 258 and nine digits from 84 or 85 (Vodacom). With or without `+258`, `00258` or `258` in
 * front; blanks, dots, dashes and brackets do not matter.
 */
export function readMsisdn(typed: string): Result<string, MsisdnProblem> {
  const plain = typed.replaceAll(/[\s().-]/g, '');
  const [, national] = /^(?:(?:00|\+)?258)?(8\d{8})$/.exec(plain) ?? [];
  if (national === undefined) return err('malformed');
  if (/^8[45]/.test(national)) return ok(`258${national}`);
  return err(/^8[2367]/.test(national) ? 'other-operator' : 'malformed');
}

/** Message key for an invalid number; null when it is valid. */
export function msisdnRule(typed: string): string | null {
  if (typed.trim() === '') return 'validation.required';
  const read = readMsisdn(typed);
  return read.ok ? null : `method.m-pesa.phone.${read.error}`;
}

/** `84 333 0333` */
export function formatMsisdn(msisdn: string): string {
  return msisdn.replace(/^\+?258(\d{2})(\d{3})(\d{4})$/, '$1 $2 $3');
}
