import { sql } from 'kysely';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import { firstAmount, type Subscription, toSubscription } from '../subscriptions/index.server.ts';

/** A billing period that is owed and not due yet, with its subscription as it was when it was read. */
export interface UpcomingCharge {
  readonly subscription: Subscription;
  readonly number: number;
  readonly dueOn: LocalDate;
}

/** Billing periods whose upcoming charge is to be checked by `now`, the longest waiting first. */
export async function upcomingChargesToCheck(db: Db, now: Date, limit: number): Promise<UpcomingCharge[]> {
  const rows = await db
    .selectFrom('billing_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'billing_periods.subscription_id')
    .selectAll('subscriptions')
    .select(firstAmount)
    .select(['billing_periods.number as period_number', 'billing_periods.due_on as period_due_on'])
    .where('billing_periods.upcoming_check_at', '<=', now)
    .where('billing_periods.state', '=', sql.lit('due'))
    .orderBy('billing_periods.upcoming_check_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    subscription: toSubscription(row),
    number: row.period_number,
    dueOn: requireLocalDate(row.period_due_on),
  }));
}
