import type { DomainContext } from '../context.server.ts';
import { applyGatewayFact } from './apply-gateway-fact.server.ts';
import { attemptById, referenceOf, stateOf } from './attempt.repository.server.ts';
import { isOpen } from './attempt-states.ts';

/** Thrown so that the job is tried again; the buyer is not waiting for it. */
export class ReleaseNotConfirmed extends Error {}

/**
 * Takes an attempt back at its gateway: an open code, slip or authorization that is not wanted any more.
 * If money came first, that is what the gateway says, and it is booked (as surplus when the order is paid).
 */
export async function releaseAttempt(ctx: DomainContext, attemptId: string): Promise<void> {
  const attempt = await attemptById(ctx.db, attemptId);
  if (!attempt || attempt.release_state === 'done') return;
  let ended = attempt.state;
  const gateway = ctx.gateways.byId(attempt.gateway);
  if (gateway?.release) {
    const answer = await gateway.release(referenceOf(attempt));
    if (answer.kind === 'silent' || answer.kind === 'unreachable') throw new ReleaseNotConfirmed(answer.kind);
    if (answer.kind === 'fact') await applyGatewayFact(ctx, attemptId, answer.fact, 'check');
    const after = await attemptById(ctx.db, attemptId);
    // Not found may mean not there yet: as long as the attempt is open, its charge may still come.
    if (after && isOpen(stateOf(after)))
      throw new ReleaseNotConfirmed(answer.kind === 'fact' ? after.state : answer.kind);
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
