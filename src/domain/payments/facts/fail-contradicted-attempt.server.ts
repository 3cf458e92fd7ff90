import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { type AppliedFact, applyGatewayFact, type FactSource } from './apply-gateway-fact.server.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import type { AnswerMeaning } from '../attempts/decide-answer.server.ts';

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
    await openTask(trx, attempt, now);
    ctx.log.error('charge-contradicted', { attemptId: attempt.id, orderId: attempt.order_id, reason });
  });
}

async function openTask(trx: Db, attempt: AttemptRow, now: Date): Promise<void> {
  await trx
    .insertInto('reconciliation_exceptions')
    .values({
      id: newId('brk'),
      kind: 'contradiction',
      order_id: attempt.order_id,
      attempt_id: attempt.id,
      movement_id: 'charge',
      amount: attempt.amount,
      currency: attempt.currency,
      task: 'look-into-charge',
      state: 'open',
      refund_reference: null,
      created_at: now,
      resolved_at: null,
    })
    .onConflict((conflict) => conflict.columns(['attempt_id', 'movement_id', 'kind']).doNothing())
    .execute();
}
