import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';
import { lockOrder, type Order } from '../../orders/index.server.ts';
import { type CheckoutSession, lockSession } from '../../checkout/sessions/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { updatePointsLink } from './points-link.repository.server.ts';
import type { OrderMembership } from './points-link.types.ts';

/** The session's order while something may still be changed about it: null without one, a failure when it is paid. */
async function changeableOrder(trx: Db, sessionId: string): Promise<Result<Order | null, 'order-paid'>> {
  // Whoever pays holds the session: an order is there with its membership, or it comes after this.
  const held = await lockSession(trx, sessionId);
  const order = held?.orderId ? await lockOrder(trx, held.orderId) : null;
  return order?.state === 'paid' || order?.state === 'refunded' ? err('order-paid') : ok(order);
}

/** The buyer goes on with the programme: their membership stands on the order, now or when it is made. */
export async function joinProgramme(
  ctx: CustomersContext,
  session: CheckoutSession,
): Promise<Result<null, 'order-paid'>> {
  return inTransaction(ctx.db, async (trx) => {
    const order = await changeableOrder(trx, session.id);
    if (!order.ok) return order;
    await updatePointsLink(ctx, session, { joined_at: ctx.clock.now() }, trx);
    if (order.value) await copyToOrder(trx, order.value);
    return ok(null);
  });
}

async function copyToOrder(trx: Db, { id, sessionId }: Order): Promise<void> {
  const link = await trx
    .selectFrom('points_links')
    .select(['programme', 'kind', 'member_id', 'points'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (!link) return;
  await trx
    .insertInto('order_memberships')
    .values({ order_id: id, ...link })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(link))
    .execute();
}

/** The buyer goes on without the programme: what it knew of them is forgotten, on an unpaid order too. */
export async function leaveProgramme(
  ctx: CustomersContext,
  session: CheckoutSession,
): Promise<Result<null, 'order-paid'>> {
  return inTransaction(ctx.db, async (trx) => {
    const order = await changeableOrder(trx, session.id);
    if (!order.ok) return order;
    await trx.deleteFrom('points_links').where('session_id', '=', session.id).execute();
    if (order.value) await trx.deleteFrom('order_memberships').where('order_id', '=', order.value.id).execute();
    return ok(null);
  });
}

/** The membership that stands on an order; null when it was bought without. */
export async function membershipOf(db: Db, orderId: string): Promise<OrderMembership | null> {
  const row = await db.selectFrom('order_memberships').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!row) return null;
  const { programme, kind, member_id: memberId, points } = row;
  return { programme, kind, memberId, points: points === null ? null : Number(points) };
}
