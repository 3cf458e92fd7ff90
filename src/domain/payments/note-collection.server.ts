import type { Db, DomainContext } from '../context.server.ts';
import type { Order } from '../orders/index.ts';
import { noteRecurrence, noteTries, recurrenceOfAttempt } from '../recurrences/index.server.ts';
import { followConsent } from '../subscriptions/index.server.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import type { GatewayFact } from './gateway.port.ts';

/**
 * Writes down what a fact says of a standing consent: how it stands, and how often its money was tried to be taken. The
 * caller holds the order's lock.
 */
export async function noteCollection(
  ctx: DomainContext,
  trx: Db,
  order: Order,
  attempt: AttemptRow,
  { recurrence, tries }: GatewayFact,
): Promise<void> {
  const { id: attemptId, gateway } = attempt;
  if (tries) await noteTries(trx, attemptId, tries);
  if (!recurrence) return;
  const noted = await noteRecurrence(trx, { orderId: order.id, attemptId, gateway }, recurrence, ctx.clock.now());
  if (noted === 'refused') ctx.log.error('consent-contradicts', { orderId: order.id, attemptId });
  else if (noted !== 'same') {
    ctx.log.info('consent-moved', { orderId: order.id, attemptId, state: recurrence.state });
    const known = await recurrenceOfAttempt(trx, attemptId);
    if (known) await followConsent(ctx, trx, order.id, known.id);
  }
}
