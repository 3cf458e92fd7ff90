import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { closeOrder, lockOrder, openOrdersWithReservations } from '../../orders/index.server.ts';
import { attemptsOfOrder } from '../attempts/attempt.repository.server.ts';
import { isOpen } from '../ports/attempt-states.ts';
import { releaseReservations } from '../attempts/reservations.server.ts';

/** Seconds after which a buyer who has not come back has left. */
const abandonedAfterSeconds = 2 * 3600;
/** No attempt stays open for so long: an older order with reservations was paid. */
const longestSeconds = 60 * 86_400;

/**
 * Closes orders that reserve a voucher or a seat, took no money and have no open attempt, so that others may have it.
 * A buyer who comes back makes a new order; late money reopens the old one. Returns how many.
 */
export async function closeAbandonedOrders(ctx: PaymentsContext): Promise<number> {
  const now = ctx.clock.now().getTime();
  const before = new Date(now - abandonedAfterSeconds * 1000);
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
