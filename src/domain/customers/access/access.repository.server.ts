import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { recordEventsOfChanged } from '../../messaging/outbox/index.server.ts';
import type { Order } from '../../orders/index.ts';

/** Why access opened or closed, as its history keeps it. `withdrawn`: the buyer used the right of cooling-off. */
type AccessCause = 'paid' | 'resumed' | 'refunded' | 'withdrawn' | 'suspended' | 'canceled';

/** The rows of `access_events` for the grants of the common table expression `changed`. */
function accessEvents(
  part: QueryCreator<Database & { changed: { id: string; order_id: string } }>,
  change: 'opened' | 'closed',
  cause: AccessCause,
  now: Date,
) {
  return part
    .insertInto('access_events')
    .columns(['grant_id', 'order_id', 'change', 'cause', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('changed')
        .select([
          'changed.id as grant_id',
          'changed.order_id',
          sql<'opened' | 'closed'>`${change}::text`.as('change'),
          sql<string>`${cause}::text`.as('cause'),
          sql<Date>`${now}::timestamptz`.as('at'),
        ]),
    );
}

/**
 * Opens the course of a paid order; its history and its event are written in the same statement. A second call changes
 * nothing.
 */
export async function grantAccess(db: Db, order: Order, now: Date): Promise<void> {
  const statement = db
    .with('changed', (part) =>
      part
        .insertInto('access_grants')
        .values({
          id: newId('acc'),
          order_id: order.id,
          lead_id: order.leadId,
          brand: order.brand,
          product_code: order.productCode,
          state: 'active',
          granted_at: now,
        })
        .onConflict((conflict) => conflict.column('order_id').doNothing())
        .returning(['id', 'order_id']),
    )
    .with('recorded', (part) => accessEvents(part, 'opened', 'paid', now));
  await recordEventsOfChanged(db, statement, 'access-granted', '', {}, now);
}

/** Whether an order's course is open; null when it never was. */
export async function accessStateOf(db: Db, orderId: string): Promise<'active' | 'revoked' | null> {
  const row = await db.selectFrom('access_grants').select('state').where('order_id', '=', orderId).executeTakeFirst();
  return row?.state ?? null;
}

/**
 * Closes an order's course: no token that was issued before opens it any more. The event is recorded once per `cause`, when
 * the course was open.
 */
export async function revokeAccess(
  db: Db,
  orderId: string,
  now: Date,
  cause: 'refunded' | 'withdrawn' = 'refunded',
): Promise<void> {
  const statement = db
    .with('changed', (part) =>
      part
        .updateTable('access_grants')
        .set({ state: 'revoked' })
        .where('order_id', '=', orderId)
        .where('state', '=', 'active')
        .returning(['id', 'order_id']),
    )
    .with('recorded', (part) => accessEvents(part, 'closed', cause, now));
  await recordEventsOfChanged(db, statement, 'access-revoked', cause, { reason: cause }, now);
}

/** Closes the courses of all billing periods of a subscription; gives the orders whose course was open. */
export async function revokeGrantsOfSubscription(
  trx: Db,
  subscriptionId: string,
  cause: 'suspended' | 'canceled',
  now: Date,
): Promise<string[]> {
  const closed = await trx
    .with('changed', (part) =>
      part
        .updateTable('access_grants')
        .set({ state: 'revoked' })
        .where('order_id', 'in', (eb) => ordersOf(eb, subscriptionId))
        .where('state', '=', 'active')
        .returning(['id', 'order_id']),
    )
    .with('recorded', (part) => accessEvents(part, 'closed', cause, now))
    .selectFrom('changed')
    .select('order_id')
    .execute();
  return closed.map((grant) => grant.order_id);
}

/** Opens the courses of a subscription's paid orders again; gives the orders whose course was closed. */
export async function restoreGrantsOfSubscription(trx: Db, subscriptionId: string, now: Date): Promise<string[]> {
  const opened = await trx
    .with('changed', (part) =>
      part
        .updateTable('access_grants')
        .set({ state: 'active' })
        .where('order_id', 'in', (eb) => ordersOf(eb, subscriptionId).where('orders.state', '=', 'paid'))
        .where('state', '=', 'revoked')
        .returning(['id', 'order_id']),
    )
    .with('recorded', (part) => accessEvents(part, 'opened', 'resumed', now))
    .selectFrom('changed')
    .select('order_id')
    .execute();
  return opened.map((grant) => grant.order_id);
}

/** The order that began a subscription (that of no billing period where a trial came first), and those of its periods. */
function ordersOf(eb: ExpressionBuilder<Database, 'access_grants'>, subscriptionId: string) {
  return eb
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.id', 'in', (own) =>
      own
        .selectFrom('billing_periods')
        .select('billing_periods.order_id as id')
        .where('billing_periods.subscription_id', '=', subscriptionId)
        .union(
          own
            .selectFrom('subscriptions')
            .select('subscriptions.order_id as id')
            .where('subscriptions.id', '=', subscriptionId),
        )
        .$castTo<{ id: string }>(),
    );
}
