import type { DomainContext } from '../context.server.ts';
import { applyGatewayFact } from './apply-gateway-fact.server.ts';
import { attemptById, referenceOf, stateOf } from './attempt.repository.server.ts';
import { whyNotReleased } from './decide-check.server.ts';

/** Thrown so that the job is tried again; the buyer is not waiting for it. */
export class ReleaseNotConfirmed extends Error {}

/**
 * Takes an attempt back at its gateway: an open code, slip or authorization that is not wanted any more.
 * If money came first, that is what the gateway says, and it is booked (as surplus when the order is paid). What was
 * reserved for its order in the meantime is wanted again, and stays.
 */
export async function releaseAttempt(ctx: DomainContext, attemptId: string): Promise<void> {
  const attempt = await attemptById(ctx.db, attemptId);
  if (attempt?.release_state !== 'wanted') return;
  let ended = attempt.state;
  const gateway = ctx.gateways.byId(attempt.gateway);
  if (gateway?.release) {
    const answer = await gateway.release(referenceOf(attempt));
    if (answer.kind === 'fact') await applyGatewayFact(ctx, attemptId, answer.fact, 'check');
    const after = await attemptById(ctx.db, attemptId);
    const reason = after && whyNotReleased(answer, stateOf(after));
    if (reason !== null) throw new ReleaseNotConfirmed(reason);
    if (after) ended = after.state;
  }
  // Unless news came in this moment: then its own release is wanted.
  await ctx.db
    .updateTable('attempts')
    .set({ release_state: 'done' })
    .where('id', '=', attemptId)
    .where('state', '=', ended)
    .execute();
}
