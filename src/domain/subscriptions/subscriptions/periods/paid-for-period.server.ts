import { addMonths, daysBetween } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db } from '#src/domain/base-context.server.ts';
import type { DailyPrice } from '../plan-change.ts';
import type { Subscription } from '../subscription.types.ts';
import { monthsBeforeFirstChange, paymentsOfPeriod, type PeriodPayment } from './period-orders.repository.server.ts';

/**
 * What was paid for the current billing period, and for how many days each payment: the period's own order, and the invoices
 * of plan changes within it. A voucher, what was bought once beside the plan, late fees and interest pay for no days; a
 * partial refund is taken from each line alike. Null where no order of ours paid the period.
 */
export async function paidForPeriod(db: Db, subscription: Subscription): Promise<readonly DailyPrice[] | null> {
  const { id, periodStart, periodEnd, periodMonths, market } = subscription;
  const payments = await paymentsOfPeriod(db, subscription);
  if (!payments.some(({ changedAt }) => changedAt === null)) return null;
  // The period was paid for as many months as its plan had before the first change within it.
  const paidMonths = (await monthsBeforeFirstChange(db, id, periodStart)) ?? periodMonths;
  const periodDays = daysBetween(periodStart, addMonths(periodStart, paidMonths));
  return payments.map((payment) => {
    const { changedAt } = payment;
    const days =
      changedAt === null ? periodDays : Math.min(periodDays, daysBetween(marketDate(changedAt, market), periodEnd) + 1);
    return { amount: netPaid(payment), days };
  });
}

function netPaid({ plan, total, kept }: PeriodPayment): bigint {
  if (total <= 0n || kept <= 0n) return 0n;
  return kept >= total ? plan : (plan * kept) / total;
}
