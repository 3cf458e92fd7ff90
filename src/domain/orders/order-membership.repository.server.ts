import type { Insertable } from 'kysely';
import type { Db } from '../base-context.server.ts';
import type { Database } from '../database/index.server.ts';

/** A points programme's membership that stands on an order. */
export type MembershipRow = Insertable<Database['order_memberships']>;

/** Writes the membership that an order was made with, in place of an earlier one. */
export async function saveOrderMembership(trx: Db, { order_id, ...membership }: MembershipRow): Promise<void> {
  await trx
    .insertInto('order_memberships')
    .values({ order_id, ...membership })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(membership))
    .execute();
}

/** Deletes an order's membership. */
export async function deleteOrderMembership(trx: Db, orderId: string): Promise<void> {
  await trx.deleteFrom('order_memberships').where('order_id', '=', orderId).execute();
}

/** Erases by which analytics id and as which programmes' members the buyers of these orders are known. */
export async function eraseOrders(trx: Db, orderIds: readonly string[]): Promise<void> {
  await trx.updateTable('orders').set({ analytics_client_id: null }).where('id', 'in', orderIds).execute();
  await trx.updateTable('order_memberships').set({ member_id: '' }).where('order_id', 'in', orderIds).execute();
}
