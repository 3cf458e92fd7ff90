import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { marketDate, marketZone, startOfLocalDate } from '#src/kernel/time/zones.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { closeOrder, lockOrder, type Order } from '../../orders/index.server.ts';
import { isOpen } from '../../payments/index.ts';
import { attemptsOfOrder, supersedeOpenAttempts } from '../../payments/index.server.ts';
import { cancelInvoicesOfOrder } from '../invoices/index.server.ts';
import {
  cancelPlanChange,
  openPlanChange,
  openPlanChangesBefore,
  planChangeOfOrder,
  type SubscriptionServiceFailure,
} from '../subscriptions/index.server.ts';

/** Cancels the open invoice of another change, unless its money may be on its way. The order is locked first, always. */
export async function cancelUpgradeInvoice(
  ctx: SubscriptionsContext,
  trx: Db,
  subscriptionId: string,
): Promise<Result<null, SubscriptionServiceFailure>> {
  const open = await openPlanChange(trx, subscriptionId);
  const order = open && (await lockOrder(trx, open.orderId));
  if (!open || !order) return ok(null);
  // Another order has replaced this one at this moment: the change is being paid.
  if ((await openPlanChange(trx, subscriptionId))?.orderId !== order.id) return err('charge-under-way');
  if (hasReceivedMoney(order)) return err('charge-under-way');
  const cleared = await supersedeOpenAttempts(ctx, trx, order);
  if (!cleared.ok) return err('charge-under-way');
  await cancelPlanChange(trx, order.id, ctx.clock.now());
  await cancelOrderAndInvoice(ctx, trx, order.id);
  return ok(null);
}

/** Money that came for a closed order is refunded by itself, and pays nothing. */
function hasReceivedMoney({ state, received }: Order): boolean {
  return state !== 'closed' && received > 0n;
}

/** Closes the order of a plan change and cancels its invoice. The caller holds the order's lock, or knows that no one saw it. */
export async function cancelOrderAndInvoice(ctx: SubscriptionsContext, db: Db, orderId: string): Promise<void> {
  await closeOrder(db, orderId);
  await cancelInvoicesOfOrder(db, orderId, ctx.clock.now());
}

/**
 * Cancels the invoices of plan changes whose day is over: their price was computed from the days that were left then. A code or
 * slip that was given out may still be paid, and keeps its invoice open until then. Returns how many were canceled.
 */
export async function expireUpgradeInvoices(ctx: SubscriptionsContext, limit = 500): Promise<number> {
  const now = ctx.clock.now();
  let expired = 0;
  // Days of the markets begin at different instants: each change is checked in its own.
  for (const { orderId, createdAt, market } of await openPlanChangesBefore(ctx.db, now, limit))
    if (isFromEarlierDay(createdAt, market, now) && (await expireOne(ctx, orderId, now))) expired += 1;
  return expired;
}

function isFromEarlierDay(createdAt: Date, market: Country, now: Date): boolean {
  return createdAt < startOfLocalDate(marketDate(now, market), marketZone(market));
}

async function expireOne(ctx: SubscriptionsContext, orderId: string, now: Date): Promise<boolean> {
  return transaction(ctx.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    // A change whose order was replaced waits for the other order.
    if (!order || hasReceivedMoney(order) || !(await planChangeOfOrder(trx, orderId, ['open']))) return false;
    const attempts = await attemptsOfOrder(trx, orderId);
    if (attempts.some((attempt) => isOpen(attempt.state) && !attempt.superseded)) return false;
    await cancelPlanChange(trx, orderId, now);
    await cancelOrderAndInvoice(ctx, trx, orderId);
    return true;
  });
}
