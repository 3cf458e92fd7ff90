import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import {
  recordMandate,
  recordMandateChargeAttempts,
  mandateOfAttempt,
} from '../instruments/mandate.repository.server.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import type { GatewayFact } from '../ports/gateway.port.ts';

/**
 * Writes down what a fact says of a standing consent: how it stands, and how often its money was tried to be taken. The
 * caller holds the order's lock.
 */
export async function recordMandateUpdate(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  attempt: AttemptRow,
  { recurrence, tries }: GatewayFact,
): Promise<void> {
  const { id: attemptId, gateway } = attempt;
  if (tries) await recordMandateChargeAttempts(trx, attemptId, tries);
  if (!recurrence) return;
  const noted = await recordMandate(trx, { orderId: order.id, attemptId, gateway }, recurrence, ctx.clock.now());
  if (noted === 'refused') ctx.log.error('mandate-contradicted', { orderId: order.id, attemptId });
  else if (noted !== 'same') {
    ctx.log.info('mandate-moved', { orderId: order.id, attemptId, state: recurrence.state });
    const known = await mandateOfAttempt(trx, attemptId);
    if (known) await ctx.handlers.onMandateChanged(ctx, trx, order.id, known.id);
  }
}
