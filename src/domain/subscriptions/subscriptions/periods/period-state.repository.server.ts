import { sql } from 'kysely';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '#src/domain/base-context.server.ts';
import type { BillingPeriod } from '../subscription.types.ts';

type PeriodKey = Pick<BillingPeriod, 'subscriptionId' | 'number'>;

/** Marks a billing period whose charge failed; null when it is not being charged any more. The caller holds the lock. */
export async function markPeriodFailed(
  trx: Db,
  { subscriptionId, number }: PeriodKey,
): Promise<{ readonly dueOn: LocalDate; readonly orderId: string | null } | null> {
  const row = await trx
    .updateTable('billing_periods')
    .set({ state: 'failed', next_try_at: null })
    .where('subscription_id', '=', subscriptionId)
    .where('number', '=', number)
    .where('state', '=', 'charging')
    .returning(['due_on', 'order_id'])
    .executeTakeFirst();
  return row ? { dueOn: requireLocalDate(row.due_on), orderId: row.order_id } : null;
}

/** Makes a billing period due again whose charge ended before its day (`today`); false when it is another's turn. */
export async function markPeriodDueAgain(
  trx: Db,
  { subscriptionId, number }: PeriodKey,
  { today, now }: { readonly today: LocalDate; readonly now: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('billing_periods')
    .set({ state: 'due', next_try_at: now })
    .where('subscription_id', '=', subscriptionId)
    .where('number', '=', number)
    .where('state', '=', 'charging')
    .where('due_on', '>', today)
    .returning('number')
    .executeTakeFirst();
  return row !== undefined;
}

/** Waives every billing period that is owed: nothing is charged for them any more. The caller holds the lock. */
export async function markOwedPeriodsWaived(trx: Db, subscriptionId: string): Promise<void> {
  await trx
    .updateTable('billing_periods')
    .set({ state: 'waived', next_try_at: null })
    .where('subscription_id', '=', subscriptionId)
    .where('state', 'in', ['due', 'charging', 'failed'])
    .execute();
}

/** When a billing period is next looked at for an announcement of its charge; null: never. */
export interface UpcomingCheck extends PeriodKey {
  readonly at: Date | null;
}

/**
 * Writes the next checks in one statement. A period that was paid or checked since `now`, or that another worker has locked,
 * is left as it is: waiting for several rows in no order could end in a deadlock, and what is left is checked in the next
 * round.
 */
export async function scheduleUpcomingChecks(db: Db, checks: readonly UpcomingCheck[], now: Date): Promise<void> {
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
