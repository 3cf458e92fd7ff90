import { divideHalfUp } from '#src/kernel/money/decimal.ts';
import { addDays, addMonths, daysBetween, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Plan } from '../../catalog/products/index.ts';
import type { Subscription } from './subscription.types.ts';

/** What changing to another plan within a billing period costs. Amounts are minor units. */
export interface PlanChange {
  /**
   * `later`: the new plan costs less a day, so it begins when the paid billing period is over. `after-trial`: nothing was paid
   * for the days of the trial, so nothing is owed for them; the trial continues, and its end is charged at the new price.
   */
  readonly kind: 'now' | 'later' | 'after-trial';
  /** First day on the new plan. */
  readonly from: LocalDate;
  /** Days of the billing period that are left, today included, and how many it has in all. */
  readonly daysLeft: number;
  readonly periodDays: number;
  /** What the days that are left cost on the new plan, and what was paid for them on the old one. */
  readonly charge: bigint;
  readonly credit: bigint;
  /** To be paid now; never below nothing. */
  readonly due: bigint;
  /** The next whole billing period is charged on that day, at the new plan's price. */
  readonly nextChargeOn: LocalDate;
}

/**
 * Prorates by day: the unused part of what was paid is set against the same part of the new plan. `paid`: the payments for
 * the billing period and the days that each pays for (`paidForPeriod`); null where they are unknown: then the plan's price.
 */
export function planChange(
  current: Pick<Subscription, 'state' | 'price' | 'periodStart' | 'periodEnd' | 'periodMonths'>,
  next: Pick<Plan, 'price' | 'cycles'>,
  today: LocalDate,
  paid: readonly DailyPrice[] | null,
): PlanChange {
  const { state, price, periodStart, periodEnd, periodMonths } = current;
  if (price.currency !== next.price.currency) throw new TypeError('A plan is not changed across currencies');
  const periodDays = daysBetween(periodStart, periodEnd) + 1;
  const daysLeft = Math.min(periodDays, Math.max(0, daysBetween(today, periodEnd) + 1));
  const isOver = daysLeft === 0;
  const afterPeriod = isOver ? today : addDays(periodEnd, 1);
  const days = { daysLeft, periodDays, nextChargeOn: afterPeriod };
  if (state === 'trialing') return { kind: 'after-trial', from: afterPeriod, ...days, charge: 0n, credit: 0n, due: 0n };
  // What was paid for is a period of the current plan: after an earlier change it has the end of the plan before that.
  const paidDays = daysBetween(periodStart, addMonths(periodStart, periodMonths));
  const nextDays = daysBetween(periodStart, addMonths(periodStart, next.cycles));
  const { credit, charge, due } = prorateByDay(
    paid ?? [{ amount: price.amount, days: paidDays }],
    { amount: next.price.amount, days: nextDays },
    // The days of a trial before the first period were not paid for.
    Math.min(daysLeft, paidDays),
  );
  const isMoreExpensive = next.price.amount * BigInt(paidDays) > price.amount * BigInt(nextDays);
  const isNow = isMoreExpensive && !isOver;
  return {
    kind: isNow ? 'now' : 'later',
    from: isNow ? today : afterPeriod,
    ...days,
    charge,
    credit,
    due: isMoreExpensive ? due : 0n,
  };
}

/** A price (minor units) and the days that it pays for. */
export interface DailyPrice {
  readonly amount: bigint;
  readonly days: number;
}

/** What the rest of a billing period costs. Minor units, each rounded half-up by itself. */
export interface Proration {
  /** What was paid for the days that are left. */
  readonly credit: bigint;
  /** What they cost on the new plan. */
  readonly charge: bigint;
  /** The difference, never below nothing. */
  readonly due: bigint;
}

/** Sets the unused days of all that was paid against the same days at the new price. */
export function prorateByDay(paid: readonly DailyPrice[], next: DailyPrice, daysLeft: number): Proration {
  const credit = paid.reduce((sum, one) => sum + partOf(one, Math.min(daysLeft, one.days)), 0n);
  const charge = partOf(next, daysLeft);
  return { credit, charge, due: charge > credit ? charge - credit : 0n };
}

function partOf({ amount, days }: DailyPrice, daysLeft: number): bigint {
  return divideHalfUp(amount * BigInt(daysLeft), BigInt(days));
}
