import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import type { AttemptState } from '../ports/attempt-states.ts';

/**
 * A charge that was begun without its buyer was refused, or ran out: the term that it was for has failed, in the same
 * transaction. Who pays a term by themselves and is refused may go on trying: their term is not failed by it. A charge that
 * never began (`failed`) is no refusal. The caller holds the order's lock.
 */
export async function failBillingPeriodOf(
  { handlers }: PaymentsContext,
  trx: Db,
  { subscriptionId }: Order,
  { kept }: AttemptRow,
  { state, reason, now }: { readonly state: AttemptState; readonly reason: string; readonly now: Date },
): Promise<void> {
  const isOver = state === 'declined' || state === 'expired' || state === 'voided';
  const { period } = kept;
  if (!subscriptionId || !isOver || typeof period !== 'number') return;
  await handlers.onPeriodChargeEnded(trx, { subscriptionId, number: period }, reason, now);
}
