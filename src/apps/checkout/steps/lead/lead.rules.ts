import { type Country, countries } from '#src/kernel/locale/locale.ts';
import { emailRule } from '#src/kernel/validation/email.rule.ts';
import { nameRule } from '#src/kernel/validation/name.rule.ts';
import { phoneRule } from '#src/kernel/validation/phone.rule.ts';
import { checkStudent, type StudentQuestions } from './student.rules.ts';

/** A country that the phone field offers. */
export interface LeadCountry {
  /** ISO 3166-1 alpha-2, or `other`: a number with its code. */
  readonly code: string;
  /** Calling code without `+`; empty for `other`. */
  readonly dial: string;
  /** Layout of its mobile numbers, where it has one. */
  readonly mask?: string;
}

/** The markets first, then where their people also live, then everywhere else. */
export const leadCountries: readonly LeadCountry[] = [
  { code: 'BR', dial: '55', mask: '(00) 00000-0000' },
  { code: 'MZ', dial: '258', mask: '00 000 0000' },
  { code: 'PE', dial: '51', mask: '000 000 000' },
  { code: 'AO', dial: '244' },
  { code: 'AR', dial: '54' },
  { code: 'ES', dial: '34' },
  { code: 'PT', dial: '351' },
  { code: 'US', dial: '1' },
  { code: 'other', dial: '' },
];

/**
 * The phone as the rules read it: a national number of a market stays bare and is judged by that market, one of another
 * listed country gets its code, and what begins with `+` or comes from any other country is left as typed.
 */
export function fullPhone(typed: string, country: string): { readonly value: string; readonly market: Country } {
  const market = countries.find((one) => one === country) ?? 'BR';
  const value = typed.trim();
  const isMarket = countries.some((one) => one === country);
  const listed = leadCountries.find((one) => one.code === country);
  if (value === '' || value.startsWith('+') || isMarket || !listed) return { value, market };
  return { value: `+${listed.dial} ${value}`, market };
}

/**
 * What is wrong with the form, as message keys by field; the same in the browser and on the server. `student` is what the
 * brand asks about somebody else who learns.
 */
export function checkLead(
  values: Readonly<Record<string, string>>,
  student: StudentQuestions | null = null,
): Readonly<Record<string, string>> {
  const phone = fullPhone(values['phone'] ?? '', values['country'] ?? '');
  const found = {
    name: nameRule(values['name'] ?? ''),
    email: emailRule(values['email'] ?? ''),
    phone: phoneRule(phone.value, { market: phone.market }),
  };
  const own = Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, NonNullable<(typeof entry)[1]>] => entry[1] !== null),
  );
  return student ? { ...own, ...checkStudent(values, student) } : own;
}
