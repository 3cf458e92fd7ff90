import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { OrdersContext } from './context.server.ts';
import type { Order } from './order.types.ts';
import { orderById } from './order.repository.server.ts';
import { orderLines } from './order-line.repository.server.ts';
import {
  isPurchaseReported,
  markPurchaseReported,
  setClientIdOfUnpaidOrders,
  unreportedPurchaseIds,
} from './sale-report.repository.server.ts';
import { setClientIdOfSessions } from '../checkout/sessions/index.server.ts';
import type { SaleEvent, SaleItem } from '../messaging/analytics/index.ts';

/** What an order makes known: that somebody chose how to pay it, or that it is paid. */
export type OrderSaleEvent = 'add_payment_info' | 'purchase';

/**
 * Tells analytics of an order whose buyer agreed to it. A purchase is told once: it is noted when it was taken, and
 * what is told again after a crash between the two carries the same transaction id, which analytics takes once (GA4,
 * "transaction_id"). Throws when it was not taken, so that the job comes again.
 */
export async function reportSale(
  ctx: OrdersContext,
  orderId: string,
  name: OrderSaleEvent,
  method: string,
): Promise<void> {
  const order = await orderById(ctx.db, orderId);
  const clientId = order?.analyticsClientId ?? null;
  if (!ctx.analytics || !order || clientId === null) return;
  if (name === 'purchase' && (order.paidAt === null || (await isPurchaseReported(ctx.db, order.id)))) return;
  const event: SaleEvent = {
    name,
    brand: order.brand,
    variant: order.variant,
    clientId,
    at: name === 'purchase' && order.paidAt ? order.paidAt : ctx.clock.now(),
    currency: order.currency,
    value: order.total,
    items: await itemsOf(ctx, order),
    ...(name === 'purchase' ? { transactionId: order.id } : {}),
    ...(method === '' ? {} : { paymentType: method }),
  };
  const outcome = await ctx.analytics.send(event);
  if (outcome === 'rejected') throw new Error(`Analytics did not take the ${name} of ${orderId}`);
  if (name === 'purchase') await markPurchaseReported(ctx.db, order.id, ctx.clock.now());
}

/** Purchases of a span of time that analytics was not told of although their buyers agreed. */
export async function unreportedPurchases(ctx: OrdersContext, since: Date, before: Date): Promise<string[]> {
  if (!ctx.analytics) return [];
  return unreportedPurchaseIds(ctx.db, since, before);
}

async function itemsOf(ctx: OrdersContext, order: Order): Promise<readonly SaleItem[]> {
  const lines = await orderLines(ctx.db, order.id);
  return lines.map(({ productCode, planId, title, amount }) => {
    return { id: productCode, name: title, variant: planId, price: amount };
  });
}

/** Keeps, or with null forgets, the client id of a browser at one brand: its sessions, and its orders that are not paid yet. */
export async function saveClientId(
  ctx: OrdersContext,
  browser: { readonly hash: string; readonly brand: string },
  clientId: string | null,
): Promise<void> {
  // Late money locks an order before its session, this the other way round: the database may end it for that.
  await transaction(ctx.db, async (trx) => {
    await setClientIdOfSessions(trx, browser, clientId);
    await setClientIdOfUnpaidOrders(trx, browser, clientId);
  });
}
