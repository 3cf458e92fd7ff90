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

/** Events of an order that analytics gets. */
export type OrderSaleEvent = 'add_payment_info' | 'purchase';

/**
 * Reports an order to analytics, if its buyer agreed. A purchase is reported once: it is marked when it was taken, and
 * a repetition after a crash carries the same transaction id, which analytics takes once (GA4, "transaction_id").
 * Throws when it was not taken, so that the job is retried.
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

/** Paid orders of a span of time that were not reported although their buyers agreed. */
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

/** Sets, or with null erases, the client id of a browser at one brand: on its sessions, and its unpaid orders. */
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
