import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { revokeAccess } from '../../customers/access/index.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { queueEmail } from '../../messaging/emails/index.server.ts';
import { type Order, setOrderReturned } from '../../orders/index.server.ts';
import { recordEvent } from '../../messaging/outbox/index.server.ts';
import { releaseSeats } from '../../checkout/seats/index.server.ts';
import { cancelOpenAttempts } from '../attempts/cancel-attempt.server.ts';
import { isFullyReturned, type OrderPaymentState } from '../booking/order-payment-state.server.ts';
import { resolveShortfalls } from '../booking/reconciliation-exception.repository.server.ts';

/**
 * Applies money that went back to its order. When nothing of the price is left the order is refunded: access and seats
 * end, open attempts are canceled, and the buyer gets an e-mail. A partial refund changes no state: its exception says
 * what to do. Returns the order's payment state after that. The caller holds the order's lock.
 */
export async function applyReturnedMoney(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  ofPrice: bigint,
  now: Date,
): Promise<OrderPaymentState> {
  // An order that stayed refunded when a dispute was won counts as gone already: a second dispute takes nothing more of it.
  const all = order.returned + ofPrice;
  const returned = all < order.received ? all : order.received;
  // What was no part of the price went back: nothing follows from it.
  if (returned === order.returned) return order;
  const isGone = isFullyReturned(order.state, order.received, returned);
  await setOrderReturned(trx, order.id, returned, isGone);
  if (!isGone) return order;
  await revokeAccess(trx, order.id, now);
  await releaseSeats(trx, order.id, now);
  await cancelOpenAttempts(ctx, trx, order.id);
  await resolveShortfalls(trx, order.id, now);
  for (const handle of ctx.handlers.onOrderRefunded) await handle(ctx, trx, order, now);
  await queueEmail(ctx, trx, order.id, 'order-refunded', '');
  const payload = { amount: unitsToJson(returned), currency: order.currency };
  await recordEvent(trx, order.id, 'order-refunded', '', payload, now);
  return { state: 'refunded', received: order.received };
}
