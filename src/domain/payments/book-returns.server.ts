import type { Db, DomainContext } from '../context.server.ts';
import { lockOrder, type Order } from '../orders/index.server.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import type { Movement } from './gateway.port.ts';
import { recordReversals } from './record-reversals.server.ts';
import { recordWins } from './record-wins.server.ts';
import { type OrderStanding, settleReversals } from './settle-reversal.server.ts';

/**
 * Books what went back of an attempt's money and what was won back in disputes, each in its time: what was won back may be
 * taken again. True when money went back that nobody had told of before. The caller holds the order's lock and has booked
 * and settled the captures of the same fact.
 */
export async function bookReturns(
  ctx: DomainContext,
  trx: Db,
  from: { readonly order: Order; readonly standing: OrderStanding; readonly attempt: AttemptRow; readonly now: Date },
  movements: readonly Movement[],
): Promise<boolean> {
  const { attempt, now } = from;
  let { order, standing } = from;
  let isNew = false;
  for (const [index, turn] of turnsOf(movements).entries()) {
    if (index > 0) {
      const after = await lockOrder(trx, order.id);
      if (!after) throw new Error(`No order ${order.id}`);
      order = after;
      standing = after;
    }
    const reversals = await recordReversals(ctx, trx, order, attempt, turn, now);
    await settleReversals(ctx, trx, order, standing, reversals, now);
    await recordWins(ctx, trx, order, attempt, turn, now);
    isNew ||= reversals.isNew;
  }
  return isNew;
}

/** The movements in their order; each turn but the last ends with money that was won back. */
function turnsOf(movements: readonly Movement[]): readonly (readonly Movement[])[] {
  const isWon = (movement: Movement | undefined): boolean => movement?.kind === 'chargeback-won';
  const inTime = movements
    .filter(({ kind }) => kind !== 'capture')
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || Number(isWon(a)) - Number(isWon(b)));
  const turns: Movement[][] = [[]];
  for (const movement of inTime) {
    if (isWon(turns.at(-1)?.at(-1)) && !isWon(movement)) turns.push([]);
    turns.at(-1)?.push(movement);
  }
  return turns;
}
