import { later } from '#src/kernel/db/pipeline.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import type { Order } from '../orders/index.server.ts';
import { claimKey, keepAnswer } from './idempotency.repository.server.ts';
import type { PayAnswer } from './pay.types.ts';
import { answerOfFree } from './replay.server.ts';
import { deliver } from './settle-order.server.ts';

/**
 * Ends an order that costs nothing, because a voucher covers all of it: paid at once, with access, receipt and event like
 * any other, and with neither tender nor attempt, for no gateway is asked and no money moves. The caller holds the order's
 * lock and has taken its voucher and seats.
 */
export async function takeFree(
  ctx: DomainContext,
  trx: Db,
  order: Order,
  call: { readonly sessionId: string; readonly key: string; readonly fingerprints: readonly string[] },
): Promise<PayAnswer> {
  const now = ctx.clock.now();
  await later(trx, trx.updateTable('orders').set({ state: 'paid', paid_at: now }).where('id', '=', order.id));
  await deliver(ctx, trx, order, now);
  await claimKey(trx, { ...call, orderId: order.id, attemptId: null, now });
  return keepAnswer(trx, call.sessionId, call.key, answerOfFree(order.id));
}
