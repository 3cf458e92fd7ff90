import type { Selectable, Updateable } from 'kysely';
import { later } from '#src/kernel/db/pipeline.server.ts';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '#src/domain/base-context.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import type { PeriodState, BillingPeriod } from '../subscription.types.ts';
import type { PeriodDates } from './period-calendar.ts';

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
    state: row.state as PeriodState,
    tries: row.tries,
    nextTryAt: row.next_try_at,
  };
}

/** A term that is to be written. */
export interface NewBillingPeriod extends PeriodDates {
  readonly subscriptionId: string;
  readonly number: number;
  readonly state: PeriodState;
  readonly orderId: string | null;
  readonly nextTryAt: Date | null;
}

/** Writes terms; the money for each is due on its first day. */
export async function insertPeriods(trx: Db, periods: readonly NewBillingPeriod[], now: Date): Promise<void> {
  await later(
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

/** All terms of a subscription, the newest first. */
export async function periodsOf({ db }: { readonly db: Db }, subscriptionId: string): Promise<BillingPeriod[]> {
  const rows = await db
    .selectFrom('billing_periods')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('number', 'desc')
    .execute();
  return rows.map(toPeriod);
}

/** The term that is owed next; null when nothing will be charged any more. The caller who changes it holds the lock. */
export async function owedPeriod(db: Db, subscriptionId: string): Promise<BillingPeriod | null> {
  const row = await db
    .selectFrom('billing_periods')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('state', 'in', ['due', 'charging', 'failed'])
    .executeTakeFirst();
  return row ? toPeriod(row) : null;
}

/** The term that an order pays; null when it pays none. */
export async function periodOfOrder(db: Db, orderId: string): Promise<BillingPeriod | null> {
  const row = await db.selectFrom('billing_periods').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  return row ? toPeriod(row) : null;
}

/** Changes a term; the caller holds its subscription's lock. */
export async function updatePeriod(
  trx: Db,
  { subscriptionId, number }: Pick<BillingPeriod, 'subscriptionId' | 'number'>,
  change: Updateable<Database['billing_periods']>,
): Promise<void> {
  await later(
    trx,
    trx
      .updateTable('billing_periods')
      .set(change)
      .where('subscription_id', '=', subscriptionId)
      .where('number', '=', number),
  );
}

/**
 * Says when a term that failed is tried again; null = never by itself. Whoever keeps the schedule of retries calls it; the
 * worker charges it then by whatever means the subscription has. False when the term is not a failed one any more.
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

/** One term by its natural key. */
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

/** Takes terms that a worker has to look at now, the longest due first. Until `until` no other worker takes them. */
export async function acquireDuePeriods(db: Db, now: Date, until: Date, limit: number): Promise<BillingPeriod[]> {
  const rows = await db
    .with('taken', (part) =>
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
    .from('taken')
    .set({ next_try_at: until })
    .whereRef('billing_periods.subscription_id', '=', 'taken.subscription_id')
    .whereRef('billing_periods.number', '=', 'taken.number')
    .returningAll('billing_periods')
    .execute();
  return rows.map(toPeriod);
}

/** The term for which an order was made, whether or not another has taken its place since. */
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
