import { newId } from '#src/kernel/ids/ids.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { queueMessage } from '../messages/index.server.ts';
import { closeOrder, decideCover, lockOrder, type Order } from '../orders/index.server.ts';
import { recordEvent } from '../outbox/index.server.ts';
import { stateOf } from './attempt.repository.server.ts';
import { isOpen } from './attempt-states.ts';
import { decideRescueEnd, isRescueOver } from './decide-rescue.server.ts';
import { giveUpAttempt } from './give-up-attempt.server.ts';
import { goOn } from './go-on.server.ts';
import { giveBackHoldings } from './holdings.server.ts';
import { legRows } from './leg-rows.server.ts';
import { type LegRow, legsOf } from './legs.server.ts';
import { writeRefund } from './refund.repository.server.ts';
import { endShortfalls } from './shortfall.repository.server.ts';

/** A leg whose turn came and that nobody has begun for so long was left by a process that died. */
const leftSeconds = 60;

/**
 * Undoes an order whose time to bring the rest is over: what is reserved is given up, what was taken goes back, the buyer
 * is told, and the order ends closed. Parts that still wait for their buyer, or for their gateway's word of this moment,
 * put the end off. True when the order was undone. The caller holds the order's lock.
 */
export async function endRescueIfOver(ctx: DomainContext, trx: Db, order: Order): Promise<boolean> {
  const now = ctx.clock.now();
  if (!isRescueOver(order.state, order.rescueUntil ?? null, now)) return false;
  const rows = await legRows(trx, order.id);
  const { standing } = decideCover(order.total, order.received, legsOf(ctx, rows));
  const end = decideRescueEnd(standing, rows, now);
  if (end.kind === 'later')
    await trx.updateTable('orders').set({ rescue_until: end.at }).where('id', '=', order.id).execute();
  if (end.kind !== 'undo') return false;
  await undo(ctx, trx, order, rows, now);
  return true;
}

async function undo(ctx: DomainContext, trx: Db, order: Order, rows: readonly LegRow[], now: Date): Promise<void> {
  for (const row of rows) {
    if (isOpen(stateOf(row)) && row.release_state === null) await giveUpAttempt(ctx, trx, row);
  }
  if (order.received > 0n)
    await writeRefund(ctx, trx, order, { id: newId('ref'), amount: 'all', reason: 'rescue-ended' });
  await endShortfalls(trx, order.id, now);
  await closeOrder(trx, order.id);
  await giveBackHoldings(trx, order.id, now);
  await queueMessage(ctx, trx, order.id, 'order-undone', '');
  const payload = { amount: unitsToJson(order.total), currency: order.currency };
  await recordEvent(trx, order.id, 'order-undone', '', payload, now);
  ctx.crashPoint('rescue-before-commit');
}

/** The same in a transaction of its own, for the job of one order. */
export async function endRescue(ctx: DomainContext, orderId: string): Promise<boolean> {
  const isUndone = await transaction(ctx.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    return order !== null && endRescueIfOver(ctx, trx, order);
  });
  if (isUndone) {
    ctx.log.info('order-undone', { orderId });
    ctx.signals.orderChanged(orderId);
  }
  return isUndone;
}

/** Ends every window whose time is over, and goes on with parts that a process left behind. Returns how many were undone. */
export async function sweepRescues(ctx: DomainContext): Promise<number> {
  const now = ctx.clock.now();
  const over = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('rescue_until', '<=', now)
    .where('state', 'in', ['open', 'partly-paid'])
    .execute();
  const left = await ctx.db
    .selectFrom('attempts')
    .select('order_id')
    .distinct()
    .where('pending', 'is not', null)
    .where('created_at', '<', new Date(now.getTime() - leftSeconds * 1000))
    .execute();
  let undone = 0;
  for (const { id } of over) if (await tried(ctx, id, () => endRescue(ctx, id))) undone += 1;
  for (const { order_id: id } of left) await tried(ctx, id, () => goOn(ctx, id));
  return undone;
}

/** One order that cannot be dealt with must not keep the others waiting. */
async function tried<T>(ctx: DomainContext, orderId: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (thrown) {
    ctx.log.error('rescue-failed', { orderId, error: thrown });
    return null;
  }
}
