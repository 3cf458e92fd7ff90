import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { marketDate, marketZone, startOfLocalDate } from '#src/kernel/time/zones.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { closeOrder, lockOrder, type Order } from '../../orders/index.server.ts';
import { isOpen } from '../../payments/index.ts';
import { attemptsOfOrder, supersedeOpenAttempts, stateOf } from '../../payments/index.server.ts';
import { type SubscriptionServiceFailure, openPlanChange, cancelPlanChange } from '../subscriptions/index.server.ts';

/** Takes the bill for another change back, unless its money may be on its way. The order is locked first, always. */
export async function cancelUpgradeInvoice(
  ctx: SubscriptionsContext,
  trx: Db,
  subscriptionId: string,
): Promise<Result<null, SubscriptionServiceFailure>> {
  const open = await openPlanChange(trx, subscriptionId);
  const order = open && (await lockOrder(trx, open.orderId));
  if (!open || !order) return ok(null);
  // Somebody pays it at this moment, by an order that took this one's place.
  if ((await openPlanChange(trx, subscriptionId))?.orderId !== order.id) return err('charge-under-way');
  if (hasReceivedMoney(order)) return err('charge-under-way');
  const cleared = await supersedeOpenAttempts(ctx, trx, order);
  if (!cleared.ok) return err('charge-under-way');
  await cancelPlanChange(trx, order.id, ctx.clock.now());
  await cancelOrderAndInvoice(ctx, trx, order.id);
  return ok(null);
}

/** What came for an order that was undone goes back by itself, and pays nothing any more. */
function hasReceivedMoney({ state, received }: Order): boolean {
  return state !== 'closed' && received > 0n;
}

export async function cancelOrderAndInvoice(ctx: SubscriptionsContext, db: Db, orderId: string): Promise<void> {
  await closeOrder(db, orderId);
  await db
    .updateTable('invoices')
    .set({ canceled_at: ctx.clock.now() })
    .where('session_id', 'in', (eb) => eb.selectFrom('orders').select('session_id').where('id', '=', orderId))
    .execute();
}

/**
 * Takes back the bills for changes of plan whose day is over: what they cost was reckoned by the days that were left then.
 * A code or slip that was given out for one may still be paid, and keeps it open as long as it can be. Returns how many.
 */
export async function expireUpgradeInvoices(ctx: SubscriptionsContext, limit = 500): Promise<number> {
  const now = ctx.clock.now();
  const rows = await ctx.db
    .selectFrom('plan_changes')
    .innerJoin('subscriptions', 'subscriptions.id', 'plan_changes.subscription_id')
    .select(['plan_changes.order_id', 'plan_changes.created_at', 'subscriptions.market'])
    .where('plan_changes.state', '=', 'open')
    // Markets' days begin apart: each is looked at again in its own.
    .where('plan_changes.created_at', '<', now)
    .orderBy('plan_changes.created_at')
    .limit(limit)
    .execute();
  let ended = 0;
  for (const { order_id: orderId, created_at: madeAt, market } of rows)
    if (isFromEarlierDay(madeAt, market as Country, now) && (await expireOne(ctx, orderId, now))) ended += 1;
  return ended;
}

function isFromEarlierDay(madeAt: Date, market: Country, now: Date): boolean {
  return madeAt < startOfLocalDate(marketDate(now, market), marketZone(market));
}

async function expireOne(ctx: SubscriptionsContext, orderId: string, now: Date): Promise<boolean> {
  return transaction(ctx.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!order || hasReceivedMoney(order) || !(await isOpenChange(trx, orderId))) return false;
    const attempts = await attemptsOfOrder(trx, orderId);
    if (attempts.some((attempt) => isOpen(stateOf(attempt)) && !attempt.superseded)) return false;
    await cancelPlanChange(trx, orderId, now);
    await cancelOrderAndInvoice(ctx, trx, orderId);
    return true;
  });
}

/** Whether a change still waits for this order, and for no other that took its place. */
async function isOpenChange(trx: Db, orderId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('plan_changes')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row !== undefined;
}
