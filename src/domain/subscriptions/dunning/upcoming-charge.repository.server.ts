import { sql } from 'kysely';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import { firstAmount, type Subscription, toSubscription } from '../subscriptions/index.server.ts';
import type { BillingPeriodKey } from './dunning.repository.server.ts';

/** A term that is owed and not due yet, with its subscription as it was when it was read. */
export interface UpcomingCharge {
  readonly subscription: Subscription;
  readonly number: number;
  readonly dueOn: LocalDate;
}

/** Terms that somebody has to look at by `now`, the longest waiting first. */
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

/** When a term is looked at next; null: never. */
export interface NextCheck extends BillingPeriodKey {
  readonly at: Date | null;
}

/**
 * Writes all of them in one statement. A term that was paid or looked at since `now`, or that somebody has in hand, is left
 * as it is: waiting for several rows in no order could end in a deadlock, and what is left is looked at in the next round.
 */
export async function scheduleNextChecks(db: Db, checks: readonly NextCheck[], now: Date): Promise<void> {
  if (checks.length === 0) return;
  await sql`
    with looks as (
      select * from unnest(
        ${checks.map((one) => one.subscriptionId)}::text[],
        ${checks.map((one) => one.number)}::int[],
        ${checks.map((one) => one.at)}::timestamptz[]
      ) as look (subscription_id, number, at)
    ), mine as (
      select period.subscription_id, period.number, looks.at
      from billing_periods as period
      join looks on looks.subscription_id = period.subscription_id and looks.number = period.number
      where period.state = 'due' and period.upcoming_check_at <= ${now}
      for update of period skip locked
    )
    update billing_periods as period
    set upcoming_check_at = mine.at
    from mine
    where period.subscription_id = mine.subscription_id and period.number = mine.number
  `.execute(db);
}
