import { sql } from 'kysely';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../context.server.ts';
import { firstAmount, type Subscription, toSubscription } from '../subscriptions/index.server.ts';
import type { TermKey } from './dunning.repository.server.ts';

/** A term that is owed and not due yet, with its subscription as it was when it was read. */
export interface TermAhead {
  readonly subscription: Subscription;
  readonly number: number;
  readonly dueOn: LocalDate;
}

/** Terms that somebody has to look at by `now`, the longest waiting first. */
export async function termsToLookAt(db: Db, now: Date, limit: number): Promise<TermAhead[]> {
  const rows = await db
    .selectFrom('subscription_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_periods.subscription_id')
    .selectAll('subscriptions')
    .select(firstAmount)
    .select(['subscription_periods.number as period_number', 'subscription_periods.due_on as period_due_on'])
    .where('subscription_periods.ahead_look_at', '<=', now)
    .where('subscription_periods.state', '=', sql.lit('due'))
    .orderBy('subscription_periods.ahead_look_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    subscription: toSubscription(row),
    number: row.period_number,
    dueOn: requireLocalDate(row.period_due_on),
  }));
}

/** When a term is looked at next; null: never. */
export interface NextLook extends TermKey {
  readonly at: Date | null;
}

/**
 * Writes all of them in one statement. A term that was paid or looked at since `now`, or that somebody has in hand, is left
 * as it is: waiting for several rows in no order could end in a deadlock, and what is left is looked at in the next round.
 */
export async function lookNextAt(db: Db, looks: readonly NextLook[], now: Date): Promise<void> {
  if (looks.length === 0) return;
  await sql`
    with looks as (
      select * from unnest(
        ${looks.map((one) => one.subscriptionId)}::text[],
        ${looks.map((one) => one.number)}::int[],
        ${looks.map((one) => one.at)}::timestamptz[]
      ) as look (subscription_id, number, at)
    ), mine as (
      select period.subscription_id, period.number, looks.at
      from subscription_periods as period
      join looks on looks.subscription_id = period.subscription_id and looks.number = period.number
      where period.state = 'due' and period.ahead_look_at <= ${now}
      for update of period skip locked
    )
    update subscription_periods as period
    set ahead_look_at = mine.at
    from mine
    where period.subscription_id = mine.subscription_id and period.number = mine.number
  `.execute(db);
}
