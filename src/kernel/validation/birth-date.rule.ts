import { dateParts, isLocalDate, parseWrittenDate } from '#src/kernel/time/local-date.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { MessageKey } from './rule.types.ts';

const oldest = 120;

/** `today` in the market's zone; `minimumAge` in full years, 0 for none. */
export interface BirthDateContext {
  readonly today: LocalDate;
  readonly minimumAge?: number;
}

/** A birth date as typed (`dd/mm/yyyy`) or as a date field sends it (`yyyy-mm-dd`); null when it is not a real day. */
export function readBirthDate(value: string): LocalDate | null {
  const typed = value.trim();
  return isLocalDate(typed) ? typed : parseWrittenDate(typed);
}

/** Birth date: a real day, not after today, not over 120 years ago, and of the minimum age if there is one. */
export function birthDateRule(value: string, { today, minimumAge = 0 }: BirthDateContext): MessageKey | null {
  if (value.trim() === '') return 'validation.required';
  const born = readBirthDate(value);
  if (born === null || born > today) return 'validation.birth-date';
  const age = fullYears(born, today);
  return age < minimumAge || age > oldest ? 'validation.birth-date' : null;
}

/** Full years from one day to a later one; 29 February completes its year on 1 March. */
export function fullYears(from: LocalDate, to: LocalDate): number {
  const start = dateParts(from);
  const end = dateParts(to);
  const before = end.month < start.month || (end.month === start.month && end.day < start.day);
  return end.year - start.year - (before ? 1 : 0);
}
