import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { markOrderPaid, type Order } from '../../orders/index.server.ts';
import { reserveIdempotencyKey, storeAnswer } from './idempotency.repository.server.ts';
import type { PayAnswer } from '../ports/pay.types.ts';
import { zeroAmountAnswer } from './replay.server.ts';
import { onOrderPaid } from '../facts/apply-order-payment.server.ts';

/**
 * Ends an order that costs nothing, because a voucher covers all of it: paid at once, with access, receipt and event like
 * any other, and with neither tender nor attempt, for no gateway is asked and no money moves. The caller holds the order's
 * lock and has taken its voucher and seats.
 */
export async function completeZeroAmountOrder(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  call: { readonly sessionId: string; readonly key: string; readonly fingerprints: readonly string[] },
): Promise<PayAnswer> {
  const now = ctx.clock.now();
  await markOrderPaid(trx, order.id, now);
  await onOrderPaid(ctx, trx, order, now);
  await reserveIdempotencyKey(trx, { ...call, orderId: order.id, attemptId: null, now });
  return storeAnswer(trx, call.sessionId, call.key, zeroAmountAnswer(order.id));
}
