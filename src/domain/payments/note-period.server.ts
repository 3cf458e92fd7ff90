import type { Db } from '../context.server.ts';
import type { Order } from '../orders/index.ts';
import { failPeriod, returnPeriod } from '../subscriptions/index.server.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import type { AttemptState } from './attempt-states.ts';

/**
 * A charge that was begun without its buyer was refused, or ran out: the term that it was for has failed, in the same
 * transaction. Who pays a term by themselves and is refused may go on trying: their term is not failed by it. A charge that
 * never began (`failed`) is no refusal. The caller holds the order's lock.
 */
export async function notePeriod(
  trx: Db,
  { subscriptionId }: Order,
  { kept }: AttemptRow,
  { state, reason, now }: { readonly state: AttemptState; readonly reason: string; readonly now: Date },
): Promise<void> {
  const isOver = state === 'declined' || state === 'expired' || state === 'voided';
  const { period } = kept;
  if (!subscriptionId || !isOver || typeof period !== 'number') return;
  const term = { subscriptionId, number: period };
  // A consent's charge is sent days ahead: what is taken back before its day is asked for in another way, and in time.
  if (await returnPeriod(trx, term, now)) return;
  await failPeriod(trx, term, reason, now);
}
