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

/** Thrown so that the job is retried. */
export class VoidNotConfirmed extends Error {}

/**
 * Voids an attempt at its gateway: an open code, slip or authorization that is superseded. If money came first, the
 * gateway reports it and it is booked (as surplus when the order is paid). An authorization that its order needs again
 * by then stays.
 */
export async function voidAttempt(ctx: PaymentsContext, attemptId: string): Promise<void> {
  const attempt = await attemptById(ctx.db, attemptId);
  if (attempt?.void_state !== 'requested') return;
  const gateway = ctx.gateways.byId(attempt.gateway);
  const ended = gateway?.chargesOnPoll
    ? await voidUnderLease(ctx, gateway, attempt)
    : await voidAtGateway(ctx, gateway, attempt);
  // Unless the state has changed meanwhile: then that state's own void is due.
  await markVoided(ctx.db, attemptId, ended);
}

/** Voids under the poll lease: a process that polls may be making the charge, and none is made meanwhile. */
async function voidUnderLease(ctx: PaymentsContext, gateway: GatewayPort, attempt: AttemptRow): Promise<AttemptState> {
  const until = await acquirePollLease(ctx.db, attempt);
  if (!until) throw new VoidNotConfirmed('asked');
  try {
    return await voidAtGateway(ctx, gateway, attempt);
  } finally {
    // If the database is away now, the lease ends by itself.
    await releasePollLease(ctx.db, attempt.id, until).catch(() => undefined);
  }
}

/** Returns the state of the attempt after the void. */
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
