import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { closeOrder, lockOrder, openOrdersWithReservations } from '../../orders/index.server.ts';
import { attemptsOfOrder } from '../attempts/attempt.repository.server.ts';
import { isOpen } from '../ports/attempt-states.ts';
import { releaseReservations } from '../attempts/reservations.server.ts';

/** A buyer who has not come back to an order for so long has left. */
const patienceSeconds = 2 * 3600;
/** No way to pay stays open for so long: what an older order holds was paid for. */
const longestSeconds = 60 * 86_400;

/**
 * Gives up orders that hold a voucher or a seat, took no money and can take none any more, so that others may have it.
 * The buyer who comes back anyway makes a new order; late money opens the old one again. Returns how many.
 */
export async function closeAbandonedOrders(ctx: PaymentsContext): Promise<number> {
  const now = ctx.clock.now().getTime();
  const before = new Date(now - patienceSeconds * 1000);
  const since = new Date(now - longestSeconds * 1000);
  const held = await openOrdersWithReservations(ctx.db, since, before);
  let closed = 0;
  for (const id of held) if (await closeIfAbandoned(ctx, id, before)) closed += 1;
  return closed;
}

async function closeIfAbandoned(ctx: PaymentsContext, orderId: string, before: Date): Promise<boolean> {
  return transaction(ctx.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order?.state !== 'open') return false;
    const attempts = await attemptsOfOrder(trx, orderId);
    if (attempts.some((attempt) => isOpen(attempt.state) || attempt.created_at > before)) return false;
    await closeOrder(trx, orderId);
    await releaseReservations(trx, orderId, ctx.clock.now());
    return true;
  });
}
