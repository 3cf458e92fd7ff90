import { deferred } from '#src/kernel/db/pipeline.server.ts';
import type { Db } from '../base-context.server.ts';
import type { OrderState } from './order-states.ts';

/** Writes of an order's state and money. The caller holds its lock; amounts are minor units of its currency. */

/** Marks an order as paid that costs nothing. */
export async function markOrderPaid(trx: Db, id: string, paidAt: Date): Promise<void> {
  await deferred(trx, trx.updateTable('orders').set({ state: 'paid', paid_at: paidAt }).where('id', '=', id));
}

/** Sets how much of an order's price has been captured, and its state after that. */
export async function setOrderReceived(
  trx: Db,
  id: string,
  change: { readonly received: bigint; readonly state: OrderState; readonly paidAt?: Date },
): Promise<void> {
  const { received, state, paidAt } = change;
  const paid = paidAt === undefined ? {} : { paid_at: paidAt };
  await deferred(
    trx,
    trx
      .updateTable('orders')
      .set({ received, state, ...paid })
      .where('id', '=', id),
  );
}

/** Sets how much of an order's captured price has gone back, and whether it is refunded by that. */
export async function setOrderReturned(trx: Db, id: string, returned: bigint, isRefunded: boolean): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ returned, ...(isRefunded ? { state: 'refunded' } : {}) })
    .where('id', '=', id)
    .execute();
}

/** Lowers what has gone back of an order's price by what a won dispute brought. */
export async function reduceOrderReturned(trx: Db, id: string, amount: bigint): Promise<void> {
  await trx
    .updateTable('orders')
    .set((eb) => ({ returned: eb('returned', '-', amount) }))
    .where('id', '=', id)
    .execute();
}

/** Gives an order up. Money may still come for it; the caller cancels its attempts. */
export async function closeOrder(trx: Db, id: string): Promise<void> {
  await trx.updateTable('orders').set({ state: 'closed' }).where('id', '=', id).execute();
}

/** Sets until when the parts of an order are held; null ends the hold. */
export async function setHoldExpiry(trx: Db, id: string, expiresAt: Date | null): Promise<void> {
  await trx.updateTable('orders').set({ hold_expires_at: expiresAt }).where('id', '=', id).execute();
}

/** Ids of unpaid orders whose hold has expired. */
export async function ordersWithExpiredHold(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('hold_expires_at', '<=', now)
    .where('state', 'in', ['open', 'partly-paid'])
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of open orders that reserved a voucher or a seat in a span of time and have it still. */
export async function openOrdersWithReservations(db: Db, since: Date, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('voucher_uses')
    .innerJoin('orders', 'orders.id', 'voucher_uses.order_id')
    .select('orders.id')
    .where('voucher_uses.released_at', 'is', null)
    .where('voucher_uses.at', '<', before)
    .where('voucher_uses.at', '>', since)
    .where('orders.state', '=', 'open')
    .union((seats) =>
      seats
        .selectFrom('seat_reservations')
        .innerJoin('orders', 'orders.id', 'seat_reservations.order_id')
        .select('orders.id')
        .where('seat_reservations.released_at', 'is', null)
        .where('seat_reservations.at', '<', before)
        .where('seat_reservations.at', '>', since)
        .where('orders.state', '=', 'open'),
    )
    .execute();
  return rows.map(({ id }) => id);
}
