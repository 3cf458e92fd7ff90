import { addDays, addMonths, daysBetween, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Plan } from '../catalog/index.ts';
import { prorateByDay } from './proration.ts';
import type { Subscription } from './subscription.types.ts';

/** What changing to another plan in the middle of a term comes to. Amounts are minor units. */
export interface PlanChange {
  /** `later`: the new plan costs less a day, so it begins when the term that is paid for is over. */
  readonly kind: 'now' | 'later';
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

/** Prorates by day: the unused part of what was paid is set against the same part of the new plan. */
export function planChange(
  current: Pick<Subscription, 'price' | 'termFrom' | 'termTo' | 'periodMonths'>,
  next: Pick<Plan, 'price' | 'cycles'>,
  today: LocalDate,
): PlanChange {
  const { price, termFrom, termTo, periodMonths } = current;
  if (price.currency !== next.price.currency) throw new TypeError('A plan is not changed across currencies');
  const termDays = daysBetween(termFrom, termTo) + 1;
  const daysLeft = Math.min(termDays, Math.max(0, daysBetween(today, termTo) + 1));
  // What was paid for is a term of the plan as it is now: one that was changed before has the end of the plan before it.
  const paidDays = daysBetween(termFrom, addMonths(termFrom, periodMonths));
  const nextDays = daysBetween(termFrom, addMonths(termFrom, next.cycles));
  const { credit, charge, due } = prorateByDay(
    { amount: price.amount, days: paidDays },
    { amount: next.price.amount, days: nextDays },
    // Free days before a first term were not paid for.
    Math.min(daysLeft, paidDays),
  );
  const isDearer = next.price.amount * BigInt(paidDays) > price.amount * BigInt(nextDays);
  const isOver = daysLeft === 0;
  const afterTerm = addDays(termTo, 1);
  return {
    kind: isDearer && !isOver ? 'now' : 'later',
    from: isDearer && !isOver ? today : isOver ? today : afterTerm,
    daysLeft,
    termDays,
    charge,
    credit,
    due: isDearer ? due : 0n,
    nextChargeOn: isOver ? today : afterTerm,
  };
}
