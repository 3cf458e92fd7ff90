import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { closeOrder, lockSuccessorOrder, type Order } from '../../orders/index.server.ts';
import { lockSession, setSessionOrder } from '../../checkout/sessions/index.server.ts';
import { cancelOpenAttempts } from '../attempts/cancel-attempt.server.ts';
import { releaseReservations, reacquireReservations } from '../attempts/reservations.server.ts';
import { mayReopenOrder } from './order-payment-state.server.ts';

/**
 * Decides whether late money pays the order that was given up (the caller holds its lock), and makes room for it.
 * It does when the order's successor has brought no money and this pays the price whole; the successor is then given
 * up in its place. Otherwise, or when its voucher or seat has gone to others meanwhile, the money is the buyer's: false.
 */
export async function reopenOrder(ctx: PaymentsContext, trx: Db, order: Order, arriving: bigint): Promise<boolean> {
  // Whoever makes a successor holds the session: none appears from here on.
  await lockSession(trx, order.sessionId);
  const successor = await lockSuccessorOrder(trx, order);
  if (!mayReopenOrder(order, successor, arriving)) return false;
  if (!(await reacquireReservations(ctx, trx, order, successor))) return false;
  if (successor) {
    await closeOrder(trx, successor.id);
    await releaseReservations(trx, successor.id, ctx.clock.now());
    await cancelOpenAttempts(ctx, trx, successor.id);
  }
  await setSessionOrder(trx, order.sessionId, order.id);
  return true;
}
