import type { DomainContext } from '../context.server.ts';
import { applyGatewayFact } from './apply-gateway-fact.server.ts';
import {
  type AttemptRow,
  attemptById,
  leaveAsking,
  referenceOf,
  stateOf,
  takeAsking,
} from './attempt.repository.server.ts';
import { whyNotReleased } from './decide-check.server.ts';
import type { GatewayPort } from './gateway.port.ts';

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
  const gateway = ctx.gateways.byId(attempt.gateway);
  const ended = gateway?.chargesWhenAsked
    ? await takeBackAlone(ctx, gateway, attempt)
    : await takeBack(ctx, gateway, attempt);
  // Unless news came in this moment: then its own release is wanted.
  await ctx.db
    .updateTable('attempts')
    .set({ release_state: 'done' })
    .where('id', '=', attemptId)
    .where('state', '=', ended)
    .execute();
}

/** While a process asks, it may be making the charge: nobody could say yet that there is none. And none is made meanwhile. */
async function takeBackAlone(ctx: DomainContext, gateway: GatewayPort, attempt: AttemptRow): Promise<string> {
  const until = await takeAsking(ctx.db, attempt);
  if (!until) throw new ReleaseNotConfirmed('asked');
  try {
    return await takeBack(ctx, gateway, attempt);
  } finally {
    // Should the database be away now, it ends by itself.
    await leaveAsking(ctx.db, attempt.id, until).catch(() => undefined);
  }
}

/** The state that the attempt came to by it. */
async function takeBack(ctx: DomainContext, gateway: GatewayPort | null, attempt: AttemptRow): Promise<string> {
  if (!gateway?.release) return attempt.state;
  const answer = await gateway.release(referenceOf(attempt));
  if (answer.kind === 'fact') await applyGatewayFact(ctx, attempt.id, answer.fact, 'check');
  const after = await attemptById(ctx.db, attempt.id);
  const reason = after && whyNotReleased(answer, stateOf(after));
  if (reason !== null) throw new ReleaseNotConfirmed(reason);
  return after ? after.state : attempt.state;
}
