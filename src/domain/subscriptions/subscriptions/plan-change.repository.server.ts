import { type Selectable, sql } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { Order } from '../../orders/index.ts';
import type { NextPlan, Subscription } from './subscription.types.ts';

/** A plan change that its buyer agreed to, and the order that pays for it. */
export interface PlanChangeRecord {
  readonly orderId: string;
  readonly subscriptionId: string;
  readonly fromPlanId: string;
  /** The plan before the change at its price; null where that was not recorded. Minor units. */
  readonly fromPrice: bigint | null;
  readonly fromPeriodMonths: number | null;
  readonly toPlanId: string;
  /** What a billing period of the new plan was agreed to cost, minor units. */
  readonly price: bigint;
  /** The billing period in which the change was asked for: what is owed for the rest of it lies in it. */
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  readonly state: Selectable<Database['plan_changes']>['state'];
  readonly createdAt: Date;
}

function toPlanChange(row: Selectable<Database['plan_changes']>): PlanChangeRecord {
  return {
    orderId: row.order_id,
    subscriptionId: row.subscription_id,
    fromPlanId: row.from_plan_id,
    fromPrice: row.from_price,
    fromPeriodMonths: row.from_period_months,
    toPlanId: row.to_plan_id,
    price: row.price,
    periodStart: requireLocalDate(row.period_start),
    periodEnd: requireLocalDate(row.period_end),
    state: row.state,
    createdAt: row.created_at,
  };
}

/** The change of a subscription that waits to be paid; null when there is none. */
export async function openPlanChange(db: Db, subscriptionId: string): Promise<PlanChangeRecord | null> {
  const row = await db
    .selectFrom('plan_changes')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row ? toPlanChange(row) : null;
}

/** The change that an order pays for, if it is in one of these states; null when it is not. */
export async function planChangeOfOrder(
  db: Db,
  orderId: string,
  states: readonly PlanChangeRecord['state'][],
): Promise<PlanChangeRecord | null> {
  const row = await db
    .selectFrom('plan_changes')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', 'in', states)
    .executeTakeFirst();
  return row ? toPlanChange(row) : null;
}

/** Locks the plan changes of a subscription until the transaction ends. Taken before the locks of order and subscription. */
export async function lockPlanChanges(trx: Db, subscriptionId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${subscriptionId}, 105))`.execute(trx);
}

/** Writes a change that takes effect once its order is paid. The caller holds the subscription's lock. */
export async function insertPlanChange(
  trx: Db,
  { id, planId, periodStart, periodEnd, price, periodMonths }: Subscription,
  change: { readonly orderId: string; readonly next: NextPlan; readonly now: Date },
): Promise<void> {
  const { orderId, next, now } = change;
  await trx
    .insertInto('plan_changes')
    .values({
      order_id: orderId,
      subscription_id: id,
      from_plan_id: planId,
      to_plan_id: next.planId,
      period_start: periodStart,
      period_end: periodEnd,
      price: next.price.amount,
      currency: next.price.currency,
      from_price: price.amount,
      from_period_months: periodMonths,
      state: 'open',
      created_at: now,
      completed_at: null,
    })
    .execute();
}

/** Moves the open change that an order pays for to the order that replaces it. The caller holds the locks of both. */
export async function movePlanChangeToOrder(trx: Db, orderId: string, toOrderId: string): Promise<void> {
  const change = trx.updateTable('plan_changes').set({ order_id: toOrderId }).where('order_id', '=', orderId);
  await deferred(trx, change.where('state', '=', 'open'));
}

/** Ends a change that its buyer no longer wants: money that still comes for it is refunded. */
export async function cancelPlanChange(trx: Db, orderId: string, now: Date): Promise<void> {
  await trx
    .updateTable('plan_changes')
    .set({ state: 'canceled', completed_at: now })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .execute();
}

/** Ends the change that an order has paid for: it was `applied`, or came too late (`missed`). */
export async function completePlanChange(
  trx: Db,
  orderId: string,
  state: 'applied' | 'missed',
  now: Date,
): Promise<void> {
  await trx.updateTable('plan_changes').set({ state, completed_at: now }).where('order_id', '=', orderId).execute();
}

/** Marks an applied change and all later ones of its subscription as reverted. Returns the orders that had paid for them. */
export async function markPlanChangesReverted(
  trx: Db,
  { subscriptionId, createdAt }: Pick<PlanChangeRecord, 'subscriptionId' | 'createdAt'>,
  now: Date,
): Promise<readonly string[]> {
  const rows = await trx
    .updateTable('plan_changes')
    .set({ state: 'reverted', completed_at: now })
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'applied')
    .where('created_at', '>=', createdAt)
    .returning('order_id')
    .execute();
  return rows.map(({ order_id: orderId }) => orderId);
}

/** Whether a change of a subscription was applied after an instant, however long before it was asked for. */
export async function wasPlanChangedSince(db: Db, subscriptionId: string, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('plan_changes')
    .select('order_id')
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'applied')
    .where('completed_at', '>', at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes that still wait for a payment, made before an instant, the oldest first. */
export async function openPlanChangesBefore(
  db: Db,
  before: Date,
  limit: number,
): Promise<readonly { readonly orderId: string; readonly createdAt: Date; readonly market: Subscription['market'] }[]> {
  const rows = await db
    .selectFrom('plan_changes')
    .innerJoin('subscriptions', 'subscriptions.id', 'plan_changes.subscription_id')
    .select(['plan_changes.order_id', 'plan_changes.created_at', 'subscriptions.market'])
    .where('plan_changes.state', '=', 'open')
    .where('plan_changes.created_at', '<', before)
    .orderBy('plan_changes.created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ orderId: row.order_id, createdAt: row.created_at, market: row.market }));
}

/** Whether an order pays an upgrade's invoice whose change was canceled meanwhile: nothing is left for it to change. */
export async function isUpgradeWithoutChange(
  db: Db,
  { id, sessionId }: Pick<Order, 'id' | 'sessionId'>,
): Promise<boolean> {
  const { rows } = await sql<{ readonly isForNothing: boolean }>`
    select exists (select 1 from invoices where session_id = ${sessionId} and kind = 'upgrade')
      and not exists (select 1 from plan_changes where order_id = ${id}) as "isForNothing"
  `.execute(db);
  return rows[0]?.isForNothing ?? false;
}
