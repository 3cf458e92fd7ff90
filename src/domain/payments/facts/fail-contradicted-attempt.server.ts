import type { PaymentsContext } from '../context.server.ts';
import { type AppliedFact, applyGatewayFact, type FactSource } from './apply-gateway-fact.server.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import type { AnswerMeaning } from '../attempts/decide-answer.server.ts';
import { insertExceptionOnce } from '../booking/reconciliation-exception.repository.server.ts';

/**
 * The end of a charge that its gateway keeps telling otherwise. No rule can know whose mistake it is, so that no money is
 * booked or moved: the attempt counts as failed (an authorization as let go), the buyer may pay again, and a person gets
 * the task `look-into-charge`. Money that a later, fitting answer tells of is booked all the same, and ends the task; when
 * the buyer has paid again by then it is surplus, and is given back.
 */
export async function failContradictedAttempt(
  ctx: PaymentsContext,
  attempt: AttemptRow,
  { fact, reason }: Extract<AnswerMeaning, { kind: 'contradicted' }>,
  source: FactSource,
): Promise<AppliedFact> {
  const now = ctx.clock.now();
  return applyGatewayFact(ctx, attempt.id, fact, source, async (trx, applied) => {
    // Somebody else learned better meanwhile.
    if (applied.state !== fact.state || applied.from === applied.state) return;
    const { id: attemptId, order_id: orderId, amount, currency } = attempt;
    const of = { orderId, attemptId, movementId: 'charge', amount, currency };
    await insertExceptionOnce(trx, { ...of, kind: 'contradiction', task: 'look-into-charge' }, now);
    ctx.log.error('charge-contradicted', { attemptId, orderId, reason });
  });
}
