import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { OrdersContext } from './context.server.ts';
import type { Order } from './order.types.ts';
import { orderById } from './order.repository.server.ts';
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
  if (name === 'purchase' && (order.paidAt === null || (await isReported(ctx, order)))) return;
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
  if (name === 'purchase') await markReported(ctx, order);
}

/** Purchases of a span of time that analytics was not told of although their buyers agreed. */
export async function unreportedPurchases(ctx: OrdersContext, since: Date, before: Date): Promise<string[]> {
  if (!ctx.analytics) return [];
  const rows = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('analytics_client_id', 'is not', null)
    .where('purchase_reported_at', 'is', null)
    .where('paid_at', '>=', since)
    .where('paid_at', '<', before)
    .execute();
  return rows.map((row) => row.id);
}

async function itemsOf(ctx: OrdersContext, order: Order): Promise<readonly SaleItem[]> {
  const lines = await ctx.db
    .selectFrom('order_lines')
    .select(['product_code', 'plan_id', 'title', 'amount'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  return lines.map((line) => ({
    id: line.product_code,
    name: line.title,
    variant: line.plan_id,
    price: line.amount,
  }));
}

async function isReported(ctx: OrdersContext, order: Order): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('orders')
    .select('purchase_reported_at')
    .where('id', '=', order.id)
    .executeTakeFirst();
  return row?.purchase_reported_at !== null;
}

async function markReported(ctx: OrdersContext, order: Order): Promise<void> {
  await ctx.db
    .updateTable('orders')
    .set({ purchase_reported_at: ctx.clock.now() })
    .where('id', '=', order.id)
    .where('purchase_reported_at', 'is', null)
    .execute();
}

/** Keeps, or with null forgets, the client id of a browser at one brand: its sessions, and its orders that are not paid yet. */
export async function saveClientId(
  ctx: OrdersContext,
  browser: { readonly hash: string; readonly brand: string },
  clientId: string | null,
): Promise<void> {
  // Late money locks an order before its session, this the other way round: the database may end it for that.
  await transaction(ctx.db, async (trx) => {
    await trx
      .updateTable('checkout_sessions')
      .set({ analytics_client_id: clientId })
      .where('browser_hash', '=', browser.hash)
      .where('brand', '=', browser.brand)
      .execute();
    await trx
      .updateTable('orders')
      .set({ analytics_client_id: clientId })
      .where('paid_at', 'is', null)
      .where('brand', '=', browser.brand)
      .where('session_id', 'in', (eb) =>
        eb.selectFrom('checkout_sessions').select('id').where('browser_hash', '=', browser.hash),
      )
      .execute();
  });
}
