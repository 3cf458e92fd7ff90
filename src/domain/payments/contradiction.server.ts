import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { type AppliedFact, applyGatewayFact, type FactSource } from './apply-gateway-fact.server.ts';
import { type AttemptRow, stateOf } from './attempt.repository.server.ts';
import type { GatewayAnswer } from './gateway.port.ts';

/** So many answers in a row, and so long after the charge was made, are no passing fault. */
const enoughTimes = 5;
const enoughSeconds = 10 * 60;

/** The answer speaks of another amount, payee or order than we asked for: it is never believed, and not nothing either. */
export function isContradiction(answer: GatewayAnswer): answer is Extract<GatewayAnswer, { kind: 'silent' }> {
  return answer.kind === 'silent' && answer.reason.startsWith('mismatch-');
}

/** Whether this contradiction, the next of those that the attempt has had, ends the asking. */
export function endsByContradiction(attempt: AttemptRow, now: Date): boolean {
  if (attempt.deadline_at <= now) return true;
  const age = now.getTime() - attempt.created_at.getTime();
  return attempt.contradictions + 1 >= enoughTimes && age >= enoughSeconds * 1000;
}

/**
 * The end of a charge that its gateway keeps telling otherwise. No rule can know whose mistake it is, so that no money is
 * booked or moved: the attempt counts as failed (an authorization as let go), the buyer may pay again, and a person gets
 * the task `look-into-charge`. Money that a later, fitting answer tells of is booked all the same, and ends the task; when
 * the buyer has paid again by then it is surplus, and is given back.
 */
export async function endContradicted(
  ctx: DomainContext,
  attempt: AttemptRow,
  reason: string,
  source: FactSource,
): Promise<AppliedFact> {
  const now = ctx.clock.now();
  const state = stateOf(attempt) === 'authorized' ? 'voided' : 'failed';
  const decline = { code: 'gateway-mismatch', raw: reason, reversible: true };
  const fact = { state, movements: [], decline, at: now } as const;
  return applyGatewayFact(ctx, attempt.id, fact, source, async (trx, applied) => {
    // Somebody else learned better meanwhile.
    if (applied.state !== state || applied.from === applied.state) return;
    await openTask(trx, attempt, now);
    ctx.log.error('charge-contradicts', { attemptId: attempt.id, orderId: attempt.order_id, reason });
  });
}

async function openTask(trx: Db, attempt: AttemptRow, now: Date): Promise<void> {
  await trx
    .insertInto('money_breaks')
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
