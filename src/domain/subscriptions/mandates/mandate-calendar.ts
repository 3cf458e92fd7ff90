import { addDays, daysBetween, type LocalDate } from '#src/kernel/time/local-date.ts';
import { chargeDay } from '../../catalog/terms/index.ts';
import type { MandateChargeAttempt, MandateRules, MandateTerms } from '../../payments/index.ts';

/** First and last day on which a charge that is due on a day may be sent. */
export function sendWindow(
  dueOn: LocalDate,
  { sendDaysBefore }: MandateRules,
): { readonly from: LocalDate; readonly to: LocalDate } {
  return { from: addDays(dueOn, -sendDaysBefore.earliest), to: addDays(dueOn, -sendDaysBefore.latest) };
}

/**
 * The mandate charge (0 is the first one after what was paid at the start) that may be sent on a day, with its due date; null
 * when none is in its window. A charge whose window has passed is never sent late: the scheme would refuse it.
 */
export function dueMandateCharge(
  { period, firstDueOn }: Pick<MandateTerms, 'period' | 'firstDueOn'>,
  rules: MandateRules,
  today: LocalDate,
): { readonly chargeNumber: number; readonly dueOn: LocalDate } | null {
  // Rounded down by the longest possible interval, so that the search begins at or before the charge.
  const longest = { weekly: 7, monthly: 31, quarterly: 92, 'half-yearly': 184, yearly: 366 }[period];
  let chargeNumber = Math.max(0, Math.floor(daysBetween(firstDueOn, today) / longest));
  for (;;) {
    const dueOn = chargeDay(firstDueOn, period, chargeNumber);
    const { from, to } = sendWindow(dueOn, rules);
    if (today < from) return null;
    if (today <= to) return { chargeNumber, dueOn };
    chargeNumber += 1;
  }
}

/** The first day on which the next charge whose window has not passed on a day may be sent. */
export function nextSendDay(
  terms: Pick<MandateTerms, 'period' | 'firstDueOn'>,
  rules: MandateRules,
  today: LocalDate,
): LocalDate {
  for (let chargeNumber = 0; ; chargeNumber += 1) {
    const { from, to } = sendWindow(chargeDay(terms.firstDueOn, terms.period, chargeNumber), rules);
    if (today <= to) return from;
  }
}

/**
 * The day for which a retry is requested, tomorrow; null when none is to be requested: one is planned, the charge was paid,
 * today's request was made already, the retries are used up, or their time is over.
 */
export function retryDay(
  dueOn: LocalDate,
  tries: readonly MandateChargeAttempt[],
  { retries }: MandateRules,
  today: LocalDate,
): LocalDate | null {
  const next = addDays(today, 1);
  const failed = tries.filter(({ state }) => state === 'failed');
  const isOver = failed.length > retries.most || next > addDays(dueOn, retries.withinDays);
  const isFree = failed.length > 0 && failed.length === tries.length && tries.every(({ on }) => on < next);
  return isFree && !isOver ? next : null;
}
