import type { Db, DomainContext } from '../context.server.ts';
import { closeOrder, lockSuccessor, makeCurrent, type Order } from '../orders/index.server.ts';
import { lockSession } from '../sessions/index.server.ts';
import { giveUpOpenAttempts } from './give-up-attempt.server.ts';
import { giveBackHoldings, retakeHoldings } from './holdings.server.ts';
import { mayReopen } from './order-standing.server.ts';

/**
 * Decides whether late money pays the order that was given up (the caller holds its lock), and makes room for it.
 * It does when the order's successor has brought no money and this pays the price whole; the successor is then given
 * up in its place. Otherwise, or when its voucher or seat has gone to others meanwhile, the money is the buyer's: false.
 */
export async function reopenOrder(ctx: DomainContext, trx: Db, order: Order, arriving: bigint): Promise<boolean> {
  // Whoever makes a successor holds the session: none appears from here on.
  await lockSession(trx, order.sessionId);
  const successor = await lockSuccessor(trx, order);
  if (!mayReopen(order, successor, arriving)) return false;
  if (!(await retakeHoldings(ctx, trx, order, successor))) return false;
  if (successor) {
    await closeOrder(trx, successor.id);
    await giveBackHoldings(trx, successor.id, ctx.clock.now());
    await giveUpOpenAttempts(ctx, trx, successor.id);
  }
  await makeCurrent(trx, order);
  return true;
}
