import type { Selectable, Updateable } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '#src/domain/base-context.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import type { PeriodState, BillingPeriod } from '../subscription.types.ts';
import type { PeriodDates } from './period-calendar.ts';

/** Maps a row of `billing_periods`. */
export function toPeriod(row: Selectable<Database['billing_periods']>): BillingPeriod {
  return {
    subscriptionId: row.subscription_id,
    number: row.number,
    dueOn: requireLocalDate(row.due_on),
    periodStart: requireLocalDate(row.period_start),
    periodEnd: requireLocalDate(row.period_end),
    anchorMonths: row.anchor_months,
    orderId: row.order_id,
    invoiceId: row.invoice_id,
    state: row.state,
    tries: row.tries,
    nextTryAt: row.next_try_at,
  };
}

/** A billing period that is to be written. */
export interface NewBillingPeriod extends PeriodDates {
  readonly subscriptionId: string;
  readonly number: number;
  readonly state: PeriodState;
  readonly orderId: string | null;
  readonly nextTryAt: Date | null;
}

/** Writes billing periods; each is due on its first day. */
export async function insertPeriods(trx: Db, periods: readonly NewBillingPeriod[], now: Date): Promise<void> {
  await deferred(
    trx,
    trx.insertInto('billing_periods').values(
      periods.map((period) => ({
        subscription_id: period.subscriptionId,
        number: period.number,
        due_on: period.periodStart,
        period_start: period.periodStart,
        period_end: period.periodEnd,
        anchor_months: period.anchorMonths,
        order_id: period.orderId,
        state: period.state,
        next_try_at: period.nextTryAt,
        created_at: now,
        paid_at: period.state === 'paid' ? now : null,
      })),
    ),
  );
}

/** The billing period that is owed next; null when nothing more will be charged. Changed only under the subscription's lock. */
export async function owedPeriod(db: Db, subscriptionId: string): Promise<BillingPeriod | null> {
  const row = await db
    .selectFrom('billing_periods')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('state', 'in', ['due', 'charging', 'failed'])
    .executeTakeFirst();
  return row ? toPeriod(row) : null;
}

/** The billing period that an order pays; null when it pays none. */
export async function periodOfOrder(db: Db, orderId: string): Promise<BillingPeriod | null> {
  const row = await db.selectFrom('billing_periods').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  return row ? toPeriod(row) : null;
}

/** Changes a billing period; the caller holds its subscription's lock. */
export async function updatePeriod(
  trx: Db,
  { subscriptionId, number }: Pick<BillingPeriod, 'subscriptionId' | 'number'>,
  change: Updateable<Database['billing_periods']>,
): Promise<void> {
  await deferred(
    trx,
    trx
      .updateTable('billing_periods')
      .set(change)
      .where('subscription_id', '=', subscriptionId)
      .where('number', '=', number),
  );
}

/**
 * Sets when a failed billing period is charged again by the worker, by the subscription's instrument at that time; null: not
 * by itself. False when the period is no longer failed. Only dunning calls it.
 */
export async function retryPeriodAt(
  db: Db,
  { subscriptionId, number }: Pick<BillingPeriod, 'subscriptionId' | 'number'>,
  at: Date | null,
): Promise<boolean> {
  const row = await db
    .updateTable('billing_periods')
    .set({ next_try_at: at })
    .where('subscription_id', '=', subscriptionId)
    .where('number', '=', number)
    .where('state', '=', 'failed')
    .returning('number')
    .executeTakeFirst();
  return row !== undefined;
}

/** Moves the billing period that an order pays to the order that replaces it. The caller holds the locks of both. */
export async function movePeriodToOrder(trx: Db, orderId: string, toOrderId: string): Promise<void> {
  await deferred(trx, trx.updateTable('billing_periods').set({ order_id: toOrderId }).where('order_id', '=', orderId));
}

/** One billing period by its natural key. */
export async function periodByKey(
  db: Db,
  { subscriptionId, number }: Pick<BillingPeriod, 'subscriptionId' | 'number'>,
): Promise<BillingPeriod | null> {
  const row = await db
    .selectFrom('billing_periods')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row ? toPeriod(row) : null;
}

/** Takes billing periods that need work now, the longest due first. Until `until` no other worker takes them. */
export async function acquireDuePeriods(db: Db, now: Date, until: Date, limit: number): Promise<BillingPeriod[]> {
  const rows = await db
    .with('acquired', (part) =>
      part
        .selectFrom('billing_periods')
        .select(['subscription_id', 'number'])
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('billing_periods')
    .from('acquired')
    .set({ next_try_at: until })
    .whereRef('billing_periods.subscription_id', '=', 'acquired.subscription_id')
    .whereRef('billing_periods.number', '=', 'acquired.number')
    .returningAll('billing_periods')
    .execute();
  return rows.map(toPeriod);
}

/** The billing period for which an order was made, whether or not another order replaced it since. */
export async function periodPaidBy(db: Db, orderId: string): Promise<BillingPeriod | null> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('billing_periods', (join) =>
      join
        .onRef('billing_periods.subscription_id', '=', 'orders.subscription_id')
        .onRef('billing_periods.number', '=', 'orders.billing_period_number'),
    )
    .selectAll('billing_periods')
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  return row ? toPeriod(row) : null;
}

/** The newest billing period that is not paid; null when there is none. */
export async function lastUnpaidPeriod(db: Db, subscriptionId: string): Promise<BillingPeriod | null> {
  const row = await db
    .selectFrom('billing_periods')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('state', '<>', 'paid')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toPeriod(row) : null;
}

/** Whether a billing period of a subscription is paid. */
export async function hasPaidPeriod(db: Db, subscriptionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('billing_periods')
    .select('number')
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'paid')
    .executeTakeFirst();
  return row !== undefined;
}
