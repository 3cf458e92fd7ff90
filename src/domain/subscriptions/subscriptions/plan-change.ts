import { addDays, addMonths, daysBetween, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Plan } from '../../catalog/products/index.ts';
import { type DailyPrice, prorateByDay } from './proration.ts';
import type { Subscription } from './subscription.types.ts';

/** What changing to another plan in the middle of a term comes to. Amounts are minor units. */
export interface PlanChange {
  /**
   * `later`: the new plan costs less a day, so it begins when the term that is paid for is over. `after-trial`: nothing was
   * paid for the days that go on, so nothing is owed for them; the free time goes on, and its end is charged at the new price.
   */
  readonly kind: 'now' | 'later' | 'after-trial';
  /** First day on the new plan. */
  readonly from: LocalDate;
  /** Days of the term that are left, today included, and how many it has in all. */
  readonly daysLeft: number;
  readonly termDays: number;
  /** What the days that are left cost on the new plan, and what was paid for them on the old one. */
  readonly charge: bigint;
  readonly credit: bigint;
  /** To be paid now; never below nothing. */
  readonly due: bigint;
  /** The next whole term is charged on that day, at the new plan's price. */
  readonly nextChargeOn: LocalDate;
}

/**
 * Prorates by day: the unused part of what was paid is set against the same part of the new plan. `paid`: the payments for
 * the term and the days that each pays for (`paidForPeriod`); null where nobody knows them: then it was the plan's price.
 */
export function planChange(
  current: Pick<Subscription, 'state' | 'price' | 'periodStart' | 'periodEnd' | 'periodMonths'>,
  next: Pick<Plan, 'price' | 'cycles'>,
  today: LocalDate,
  paid: readonly DailyPrice[] | null,
): PlanChange {
  const { state, price, periodStart, periodEnd, periodMonths } = current;
  if (price.currency !== next.price.currency) throw new TypeError('A plan is not changed across currencies');
  const termDays = daysBetween(periodStart, periodEnd) + 1;
  const daysLeft = Math.min(termDays, Math.max(0, daysBetween(today, periodEnd) + 1));
  const isOver = daysLeft === 0;
  const afterTerm = isOver ? today : addDays(periodEnd, 1);
  const days = { daysLeft, termDays, nextChargeOn: afterTerm };
  if (state === 'trialing') return { kind: 'after-trial', from: afterTerm, ...days, charge: 0n, credit: 0n, due: 0n };
  // What was paid for is a term of the plan as it is now: one that was changed before has the end of the plan before it.
  const paidDays = daysBetween(periodStart, addMonths(periodStart, periodMonths));
  const nextDays = daysBetween(periodStart, addMonths(periodStart, next.cycles));
  const { credit, charge, due } = prorateByDay(
    paid ?? [{ amount: price.amount, days: paidDays }],
    { amount: next.price.amount, days: nextDays },
    // Free days before a first term were not paid for.
    Math.min(daysLeft, paidDays),
  );
  const isMoreExpensive = next.price.amount * BigInt(paidDays) > price.amount * BigInt(nextDays);
  const isNow = isMoreExpensive && !isOver;
  return {
    kind: isNow ? 'now' : 'later',
    from: isNow ? today : afterTerm,
    ...days,
    charge,
    credit,
    due: isMoreExpensive ? due : 0n,
  };
}
