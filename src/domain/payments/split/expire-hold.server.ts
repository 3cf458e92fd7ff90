import { newId } from '#src/kernel/ids/ids.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { queueEmail } from '../../messaging/emails/index.server.ts';
import {
  closeOrder,
  decideSplit,
  lockOrder,
  type Order,
  ordersWithExpiredHold,
  setHoldExpiry,
} from '../../orders/index.server.ts';
import { recordEvent } from '../../messaging/outbox/index.server.ts';
import { ordersWithUnstartedParts } from '../attempts/attempt-search.repository.server.ts';
import { isOpen } from '../ports/attempt-states.ts';
import { decideHoldExpiry, isHoldExpired } from '../attempts/decide-hold-window.server.ts';
import { cancelAttempt } from '../attempts/cancel-attempt.server.ts';
import { advanceSplitOrder } from './advance-split-order.server.ts';
import { releaseReservations } from '../attempts/reservations.server.ts';
import { splitPartRows } from '../attempts/split-part.repository.server.ts';
import { type SplitPartRow, toSplitParts } from '../attempts/split-parts.server.ts';
import { resolveShortfalls } from '../booking/reconciliation-exception.repository.server.ts';
import { writeRefund } from '../booking/write-refund.server.ts';

/** A part that should have started so long ago was left by a process that died. */
const unstartedSeconds = 60;

/**
 * Undoes an order whose hold window is over: reserved parts are voided, captured ones refunded, the buyer gets an
 * e-mail, and the order is closed. Parts that still wait for their buyer, or for their gateway's answer, defer the
 * end. True when the order was undone. The caller holds the order's lock.
 */
export async function expireHoldIfOver(ctx: PaymentsContext, trx: Db, order: Order): Promise<boolean> {
  const now = ctx.clock.now();
  if (!isHoldExpired(order.state, order.holdExpiresAt ?? null, now)) return false;
  const rows = await splitPartRows(trx, order.id);
  const { standing } = decideSplit(order.total, order.received, toSplitParts(ctx, rows));
  const end = decideHoldExpiry(standing, rows, now);
  if (end.kind === 'later') await setHoldExpiry(trx, order.id, end.at);
  if (end.kind !== 'undo') return false;
  await cancelHeldOrder(ctx, trx, order, rows, now);
  return true;
}

async function cancelHeldOrder(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  rows: readonly SplitPartRow[],
  now: Date,
): Promise<void> {
  for (const row of rows) {
    if (isOpen(row.state) && row.void_state === null) await cancelAttempt(ctx, trx, row);
  }
  if (order.received > 0n)
    await writeRefund(ctx, trx, order, { id: newId('ref'), amount: 'all', reason: 'hold-expired' });
  await resolveShortfalls(trx, order.id, now);
  await closeOrder(trx, order.id);
  await releaseReservations(trx, order.id, now);
  await queueEmail(ctx, trx, order.id, 'order-undone', '');
  const payload = { amount: unitsToJson(order.total), currency: order.currency };
  await recordEvent(trx, order.id, 'order-undone', '', payload, now);
  ctx.crashPoint('expire-hold-before-commit');
}

/** The same in a transaction of its own, for the job of one order. */
export async function expireHold(ctx: PaymentsContext, orderId: string): Promise<boolean> {
  const isUndone = await transaction(ctx.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    return order !== null && expireHoldIfOver(ctx, trx, order);
  });
  if (isUndone) {
    ctx.log.info('order-undone', { orderId });
    ctx.signals.orderChanged(orderId);
  }
  return isUndone;
}

/**
 * Expires every hold window that is over, and advances orders that a process left behind. Returns how many orders were
 * undone.
 */
export async function sweepExpiredHolds(ctx: PaymentsContext): Promise<number> {
  const now = ctx.clock.now();
  const expired = await ordersWithExpiredHold(ctx.db, now);
  const left = await ordersWithUnstartedParts(ctx.db, new Date(now.getTime() - unstartedSeconds * 1000));
  let undone = 0;
  for (const id of expired) if (await runLogged(ctx, id, () => expireHold(ctx, id))) undone += 1;
  for (const id of left) await runLogged(ctx, id, () => advanceSplitOrder(ctx, id));
  return undone;
}

/** One order that fails must not hold up the others. */
async function runLogged<T>(ctx: PaymentsContext, orderId: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (thrown) {
    ctx.log.error('expire-hold-failed', { orderId, error: thrown });
    return null;
  }
}
