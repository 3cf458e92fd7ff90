import type { Db } from '../base-context.server.ts';

/** Ids of purchases of a span of time whose buyers agreed to analytics and that were not reported. */
export async function unreportedPurchaseIds(db: Db, since: Date, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('analytics_client_id', 'is not', null)
    .where('purchase_reported_at', 'is', null)
    .where('paid_at', '>=', since)
    .where('paid_at', '<', before)
    .execute();
  return rows.map((row) => row.id);
}

/** Whether analytics has taken the purchase of an order. */
export async function isPurchaseReported(db: Db, orderId: string): Promise<boolean> {
  const row = await db.selectFrom('orders').select('purchase_reported_at').where('id', '=', orderId).executeTakeFirst();
  return row?.purchase_reported_at !== null;
}

/** Notes when analytics took the purchase of an order; the first time stays. */
export async function markPurchaseReported(db: Db, orderId: string, at: Date): Promise<void> {
  await db
    .updateTable('orders')
    .set({ purchase_reported_at: at })
    .where('id', '=', orderId)
    .where('purchase_reported_at', 'is', null)
    .execute();
}

/** Sets the analytics client id of a browser's unpaid orders at one brand; null forgets it. */
export async function setClientIdOfUnpaidOrders(
  db: Db,
  browser: { readonly hash: string; readonly brand: string },
  clientId: string | null,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ analytics_client_id: clientId })
    .where('paid_at', 'is', null)
    .where('brand', '=', browser.brand)
    .where('session_id', 'in', (eb) =>
      eb.selectFrom('checkout_sessions').select('id').where('browser_hash', '=', browser.hash),
    )
    .execute();
}
