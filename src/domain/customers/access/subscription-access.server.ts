import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { recordEvent } from '../../messaging/outbox/index.server.ts';

/** Closes the courses of all terms of a subscription. */
export async function revokeSubscriptionAccess(trx: Db, subscriptionId: string, now: Date): Promise<void> {
  const closed = await trx
    .updateTable('access_grants')
    .set({ state: 'revoked' })
    .where('order_id', 'in', (eb) => ordersOf(eb, subscriptionId))
    .where('state', '=', 'active')
    .returning('order_id')
    .execute();
  for (const { order_id: orderId } of closed)
    await recordEvent(trx, orderId, 'access-revoked', now.toISOString(), { subscriptionId }, now);
}

/** Opens the courses of a subscription again, but for terms whose money went back. */
export async function restoreSubscriptionAccess(trx: Db, subscriptionId: string, now: Date): Promise<void> {
  const opened = await trx
    .updateTable('access_grants')
    .set({ state: 'active' })
    .where('order_id', 'in', (eb) => ordersOf(eb, subscriptionId).where('orders.state', '=', 'paid'))
    .where('state', '=', 'revoked')
    .returning('order_id')
    .execute();
  for (const { order_id: orderId } of opened)
    await recordEvent(trx, orderId, 'access-granted', now.toISOString(), { subscriptionId }, now);
}

/** The order that it began with, which is that of no term where time was free first, and the orders of its terms. */
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
