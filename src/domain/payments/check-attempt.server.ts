import type { DomainContext } from '../context.server.ts';
import { type Alongside, type AppliedFact, applyGatewayFact, type FactSource } from './apply-gateway-fact.server.ts';
import { type AttemptRow, attemptById, referenceOf, stateOf, takeDueAttempts } from './attempt.repository.server.ts';
import { isOpen, isUndecided } from './attempt-states.ts';
import { goOn, refusedIsVoid } from './go-on.server.ts';
import { endContradicted, endsByContradiction, isContradiction } from './contradiction.server.ts';
import type { GatewayAnswer, GatewayFact, GatewayPort } from './gateway.port.ts';
import { isHeldPart } from './legs.server.ts';
import { isInPreparation, nextCheckAt, pauseBeforeCheck } from './next-check.ts';

/** "Never heard of it" may be a gateway's read lag: believed only this many times, this long after the call. */
const notFoundTimes = 3;
const notFoundSeconds = 60;

/** For so long what one sweep has taken is left to it. */
const sweepSeconds = 120;
/** Looks at a time, so that a gateway that does not answer keeps few of the others waiting. */
const sweepLanes = 8;

/** A charge that its gateway has named once is there: it is given up at its deadline only. */
function isLost(attempt: AttemptRow, now: Date): boolean {
  const age = now.getTime() - attempt.created_at.getTime();
  const wasThere = attempt.reference !== null && attempt.deadline_at > now;
  return !wasThere && attempt.not_found + 1 >= notFoundTimes && age >= notFoundSeconds * 1000;
}

/** Asks the gateway for the truth about an attempt and applies it. Safe at any time, any number of times. */
export async function checkAttempt(
  ctx: DomainContext,
  attemptId: string,
  source: FactSource,
): Promise<AppliedFact | null> {
  const attempt = await attemptById(ctx.db, attemptId);
  return attempt && checkKnownAttempt(ctx, attempt, source);
}

/** The same for an attempt that was read a moment ago. */
export async function checkKnownAttempt(
  ctx: DomainContext,
  attempt: AttemptRow,
  source: FactSource,
  alongside?: Alongside,
): Promise<AppliedFact | null> {
  const { id: attemptId } = attempt;
  const gateway = ctx.gateways.byId(attempt.gateway);
  if (!gateway) throw new Error(`Attempt ${attemptId} names the gateway ${attempt.gateway}, which does not exist`);
  const answer = await ask(gateway, attempt);
  if (isContradiction(answer)) {
    if (isOpen(stateOf(attempt)) && endsByContradiction(attempt, ctx.clock.now()))
      return endContradicted(ctx, attempt, answer.reason, source);
    await postpone(ctx, attempt, 'contradiction');
    return null;
  }
  const fact = factFrom(answer, attempt, ctx.clock.now());
  if (!fact) {
    await postpone(ctx, attempt, answer.kind === 'not-found' ? 'not-found' : 'nothing');
    return null;
  }
  const applied = await applyGatewayFact(ctx, attemptId, fact, source, alongside);
  if (applied.goesOn) {
    // What was heard is written down; should going on fail, a job takes it up.
    await goOn(ctx, applied.orderId).catch((thrown: unknown) => {
      ctx.log.error('go-on-failed', { orderId: applied.orderId, error: thrown });
    });
  }
  return applied;
}

/** An authorization that is still wanted is taken; about everything else the gateway is only asked. */
async function ask(gateway: GatewayPort, attempt: AttemptRow): Promise<GatewayAnswer> {
  // A part of a price is taken once the whole price is there.
  const isTheTime = attempt.leg === null || attempt.capture_wanted;
  const isHeldForUs = stateOf(attempt) === 'authorized' && !attempt.superseded && isTheTime;
  if (!isHeldForUs || !gateway.capture) return gateway.find(referenceOf(attempt));
  const answer = await gateway.capture(referenceOf(attempt));
  return attempt.leg === null ? answer : refusedIsVoid(answer);
}

/** What the answer means for this attempt at this time; null = nothing learned. */
function factFrom(answer: GatewayAnswer, attempt: AttemptRow, now: Date): GatewayFact | null {
  if (answer.kind === 'fact') {
    const waitsInVain = answer.fact.state === 'awaiting-buyer' && attempt.deadline_at <= now;
    return waitsInVain ? { ...answer.fact, state: 'expired' } : answer.fact;
  }
  if (answer.kind !== 'not-found') return null;
  const nothingThere = { movements: [], at: now } as const;
  if (stateOf(attempt) === 'awaiting-buyer') {
    return attempt.deadline_at <= now ? { ...nothingThere, state: 'expired' } : null;
  }
  if (!isLost(attempt, now)) return null;
  return { ...nothingThere, state: 'failed', decline: { code: 'gateway-lost', raw: 'not-found', reversible: true } };
}

/** Puts the next look off. Nothing is written over what somebody else learned since the attempt was read. */
async function postpone(
  ctx: DomainContext,
  attempt: AttemptRow,
  heard: 'nothing' | 'not-found' | 'contradiction',
): Promise<void> {
  const state = stateOf(attempt);
  if (!isOpen(state)) return;
  const now = ctx.clock.now();
  const checks = attempt.checks + 1;
  const times = {
    expiresAt: attempt.expires_at,
    deadlineAt: attempt.deadline_at,
    isInPreparation: isInPreparation(attempt.instructions),
  };
  await ctx.db
    .updateTable('attempts')
    .set({
      checks,
      not_found: attempt.not_found + (heard === 'not-found' ? 1 : 0),
      contradictions: attempt.contradictions + (heard === 'contradiction' ? 1 : 0),
      next_check_at: nextCheckAt(state, checks, now, times),
    })
    .where('id', '=', attempt.id)
    .where('state', '=', attempt.state)
    .execute();
  if (attempt.deadline_at <= now) ctx.log.error('attempt-overdue', { attemptId: attempt.id, state });
}

/**
 * The job behind an attempt whose outcome is not known: looks, and comes back later while there still is nothing to say.
 */
export async function resolveAttempt(ctx: DomainContext, attemptId: string): Promise<void> {
  const before = await attemptById(ctx.db, attemptId);
  if (!before || !isWorkedOn(before)) return;
  await checkAttempt(ctx, attemptId, 'check');
  const after = await attemptById(ctx.db, attemptId);
  if (after && isWorkedOn(after)) {
    await ctx.jobs.send(
      ctx.db,
      'resolve-attempt',
      { attemptId },
      { startAfterSeconds: pauseBeforeCheck(after.checks) },
    );
  }
}

/** Money that is held until a whole price is there needs no job: whoever hears that it is takes it. */
function isWorkedOn(attempt: AttemptRow): boolean {
  return isUndecided(stateOf(attempt)) && (attempt.capture_wanted || !isHeldPart(attempt));
}

/** Looks at every attempt whose time has come: orphans of a crash, codes and slips past their time. Returns how many. */
export async function sweepAttempts(ctx: DomainContext, limit = 500): Promise<number> {
  const now = ctx.clock.now();
  const due = await takeDueAttempts(ctx.db, now, new Date(now.getTime() + sweepSeconds * 1000), limit);
  const rest = due.values();
  const lane = async (): Promise<void> => {
    for (const attempt of rest) await lookAtDue(ctx, attempt);
  };
  await Promise.all(Array.from({ length: sweepLanes }, lane));
  return due.length;
}

/** One attempt that cannot be looked at must not keep the others waiting. */
async function lookAtDue(ctx: DomainContext, attempt: AttemptRow): Promise<void> {
  try {
    await checkKnownAttempt(ctx, attempt, 'deadline');
  } catch (thrown) {
    ctx.log.error('check-failed', { attemptId: attempt.id, error: thrown });
    await postpone(ctx, attempt, 'nothing');
  }
}
