import type { PaymentsContext } from '../context.server.ts';
import { applyGatewayFact } from './apply-gateway-fact.server.ts';
import {
  type AttemptRow,
  attemptById,
  markVoided,
  releasePollLease,
  referenceOf,
  acquirePollLease,
} from '../attempts/attempt.repository.server.ts';
import { whyNotVoided } from '../attempts/decide-answer.server.ts';
import type { AttemptState } from '../ports/attempt-states.ts';
import type { GatewayPort } from '../ports/gateway.port.ts';

/** Thrown so that the job is tried again; the buyer is not waiting for it. */
export class VoidNotConfirmed extends Error {}

/**
 * Takes an attempt back at its gateway: an open code, slip or authorization that is not wanted any more.
 * If money came first, that is what the gateway says, and it is booked (as surplus when the order is paid). What was
 * reserved for its order in the meantime is wanted again, and stays.
 */
export async function voidAttempt(ctx: PaymentsContext, attemptId: string): Promise<void> {
  const attempt = await attemptById(ctx.db, attemptId);
  if (attempt?.void_state !== 'requested') return;
  const gateway = ctx.gateways.byId(attempt.gateway);
  const ended = gateway?.chargesOnPoll
    ? await voidUnderLease(ctx, gateway, attempt)
    : await voidAtGateway(ctx, gateway, attempt);
  // Unless news came in this moment: then its own release is wanted.
  await markVoided(ctx.db, attemptId, ended);
}

/** While a process asks, it may be making the charge: nobody could say yet that there is none. And none is made meanwhile. */
async function voidUnderLease(ctx: PaymentsContext, gateway: GatewayPort, attempt: AttemptRow): Promise<AttemptState> {
  const until = await acquirePollLease(ctx.db, attempt);
  if (!until) throw new VoidNotConfirmed('asked');
  try {
    return await voidAtGateway(ctx, gateway, attempt);
  } finally {
    // Should the database be away now, it ends by itself.
    await releasePollLease(ctx.db, attempt.id, until).catch(() => undefined);
  }
}

/** The state that the attempt came to by it. */
async function voidAtGateway(
  ctx: PaymentsContext,
  gateway: GatewayPort | null,
  attempt: AttemptRow,
): Promise<AttemptState> {
  if (!gateway?.release) return attempt.state;
  const answer = await gateway.release(referenceOf(attempt));
  if (answer.kind === 'fact') await applyGatewayFact(ctx, attempt.id, answer.fact, 'check');
  const after = await attemptById(ctx.db, attempt.id);
  const reason = after && whyNotVoided(answer, after.state);
  if (reason !== null) throw new VoidNotConfirmed(reason);
  return after ? after.state : attempt.state;
}
