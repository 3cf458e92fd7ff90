import { addDays, daysBetween } from '#src/kernel/time/local-date.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';

/** Day 0 of the due factor. */
const firstDay: LocalDate = '1997-10-07';
const lastOfFirstCycle = 9999;
const cycle = 9000;
const restart = 1000;
/** A slip's due date is assumed to be at most this many days before or after the day of reading. */
const window = { before: 3000, after: 5500 } as const;

/**
 * The four digits that stand for a due date: days since 1997-10-07, from 2025-02-22 on counted again from 1000
 * (FEBRABAN FB-009/2023); null = no due date, `0000`. Throws for days before the first one.
 */
export function dueFactor(due: LocalDate | null): string {
  if (due === null) return '0000';
  const days = daysBetween(firstDay, due);
  if (days < 0) throw new RangeError(`No due factor for ${due}`);
  return String(days <= lastOfFirstCycle ? days : restart + ((days - lastOfFirstCycle - 1) % cycle)).padStart(4, '0');
}

/**
 * The due date behind a factor. Factors repeat every 9,000 days, so the date is the one from 3,000 days before to 5,500
 * days after `seenOn` (the day of issue, or today); null for `0000` and when no date falls in that window.
 */
export function dueDateOf(factor: string, seenOn: LocalDate): LocalDate | null {
  const days = Number(factor);
  if (!/^\d{4}$/.test(factor) || days === 0) return null;
  const seen = daysBetween(firstDay, seenOn);
  const near = (candidate: number): boolean => candidate >= seen - window.before && candidate <= seen + window.after;
  if (near(days)) return addDays(firstDay, days);
  if (days < restart) return null;
  const rounds = Math.max(1, Math.ceil((seen - window.before - days) / cycle));
  const later = days + rounds * cycle;
  return near(later) ? addDays(firstDay, later) : null;
}
