import type { Db, DomainContext } from '../context.server.ts';
import { transfersAround } from '../ledger/index.server.ts';
import { lockOrder } from '../orders/index.server.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import type { Movement } from './gateway.port.ts';
import type { OrderStanding } from './order-standing.server.ts';
import { recordReversal } from './record-reversals.server.ts';
import { recordWin } from './record-wins.server.ts';
import { settleReversal } from './settle-reversal.server.ts';

/**
 * Books what went back of an attempt's money and what was won back in disputes, each in its time: what was won back may be
 * taken again. Returns how the order stands then. The caller holds the order's lock and has booked and settled the captures
 * of the same fact: `standing` is how the order stood after them.
 */
export async function bookReturns(
  ctx: DomainContext,
  trx: Db,
  attempt: AttemptRow,
  movements: readonly Movement[],
  standing: OrderStanding,
  now: Date,
): Promise<OrderStanding> {
  let last = standing;
  for (const movement of returnsInTime(movements)) {
    // Captures of the same fact have changed the order, and so has what went before.
    const order = await lockOrder(trx, attempt.order_id);
    if (!order) throw new Error(`No order ${attempt.order_id}`);
    const lines = await transfersAround(trx, order.id, attempt.gateway, [movement.id]);
    if (lines.some((line) => line.gateway === attempt.gateway && line.movementId === movement.id)) continue;
    const booking = { order, attempt, movement, lines, now };
    if (isWon(movement)) await recordWin(ctx, trx, booking);
    else last = await settleReversal(ctx, trx, order, await recordReversal(ctx, trx, booking), now);
  }
  return last;
}

function isWon({ kind }: Movement): boolean {
  return kind === 'chargeback-won';
}

/** In the order in which they happened: in the same moment money is lost before it is won. */
function returnsInTime(movements: readonly Movement[]): readonly Movement[] {
  return movements
    .filter(({ kind, amount }) => kind !== 'capture' && amount > 0n)
    .toSorted(
      (a, b) => a.at.getTime() - b.at.getTime() || Number(isWon(a)) - Number(isWon(b)) || a.id.localeCompare(b.id),
    );
}
