import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import { localDateOf } from '#src/kernel/time/local-date.ts';
import { startOfLocalDate } from '#src/kernel/time/zones.ts';
import type { DunningSchedule } from '../../catalog/brand-data/index.ts';

/** The failed charge of a billing period. */
export interface FailedCharge {
  /** The day, in the market, of the first failure. */
  readonly startedOn: LocalDate;
  /** When it was tried for the last time (UTC). */
  readonly lastTriedAt: Date;
  /** How many of the schedule's retries were made. */
  readonly retriesMade: number;
  /** Whether the instrument may be charged at an instant: the schemes' decision, never ours. */
  readonly verdictAt: (at: Date) => RetryVerdict;
}

/** `never`: this instrument will not pay; the buyer is asked for another one. */
export type RetryVerdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'never' }
  | { readonly kind: 'not-now'; readonly notBefore: Date | null };

type Rules = Pick<DunningSchedule, 'retryDays' | 'retryHour' | 'cancelDay'>;

/**
 * When a failed charge is retried; null when it is not. An instant in the past stands for now: of several days that were
 * missed only one is made up for. A scheme's pause moves a retry to its end, and no retry comes when the
 * subscription would have ended. The answer is never before what `verdictAt` allows.
 */
export function nextRetry(rules: Rules, charge: FailedCharge, timeZone: string): Date | null {
  if (charge.retriesMade >= rules.retryDays.length) return null;
  const end = instantOf(addDays(charge.startedOn, rules.cancelDay), 0, timeZone);
  const lastTriedOn = localDateOf(charge.lastTriedAt, timeZone);
  const days = rules.retryDays.map((day) => addDays(charge.startedOn, day)).filter((day) => day > lastTriedOn);
  let latest: Date | null = null;
  for (const day of days) {
    const planned = instantOf(day, rules.retryHour, timeZone);
    const at: Date = latest && latest > planned ? latest : planned;
    const verdict = charge.verdictAt(at);
    if (verdict.kind === 'never') return null;
    if (verdict.kind === 'allowed') return at < end ? at : null;
    if (verdict.notBefore && (!latest || verdict.notBefore > latest)) latest = verdict.notBefore;
  }
  if (!latest || latest >= end) return null;
  return charge.verdictAt(latest).kind === 'allowed' ? latest : null;
}

/** An hour of a day in a zone. */
export function instantOf(day: LocalDate, hour: number, timeZone: string): Date {
  return new Date(startOfLocalDate(day, timeZone).getTime() + hour * 3_600_000);
}
