import type { DomainContext } from '../context.server.ts';
import { type Alongside, type AppliedFact, applyGatewayFact, type FactSource } from './apply-gateway-fact.server.ts';
import {
  type AttemptRow,
  attemptById,
  leaveAsking,
  referenceOf,
  takeAsking,
  takeDueAttempts,
} from './attempt.repository.server.ts';
import { endContradicted } from './contradiction.server.ts';
import { type Heard, isToBeTaken, isWorkedOn, meaningOf, postponed, refusedIsVoid } from './decide-check.server.ts';
import type { GatewayAnswer, GatewayFact, GatewayPort } from './gateway.port.ts';
import { goOn } from './go-on.server.ts';
import { pauseBeforeCheck } from './next-check.ts';

/** For so long what one sweep has taken is left to it. */
const sweepSeconds = 120;
/** Looks at a time, so that a gateway that does not answer keeps few of the others waiting. */
const sweepLanes = 8;

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
  const { id, state, superseded } = attempt;
  const gateway = ctx.gateways.byId(attempt.gateway);
  if (!gateway) throw new Error(`Attempt ${id} names the gateway ${attempt.gateway}, which does not exist`);
  // What has come to its end, or gave way to another, is only asked about.
  if (!gateway.chargesWhenAsked || state !== 'awaiting-buyer' || superseded)
    return hear(ctx, attempt, await ask(gateway, attempt), source, alongside);
  const until = await takeAsking(ctx.db, attempt);
  // Whoever is asking writes down what they hear.
  if (!until) return null;
  let isAnswered = false;
  try {
    const answer = await gateway.find({ ...referenceOf(attempt), mayCharge: true });
    isAnswered = answer.kind !== 'silent';
    return await hear(ctx, attempt, answer, source, alongside);
  } finally {
    // A charge that was not answered may be under way still, and not to be seen yet: whoever asked now could make another.
    // So the asking ends by itself then, and where the database is away now.
    if (isAnswered) await leaveAsking(ctx.db, id, until).catch(() => undefined);
  }
}

/** Writes down what was heard. */
async function hear(
  ctx: DomainContext,
  attempt: AttemptRow,
  answer: GatewayAnswer,
  source: FactSource,
  alongside?: Alongside,
): Promise<AppliedFact | null> {
  const { id: attemptId } = attempt;
  const meaning = meaningOf(answer, attempt, ctx.clock.now());
  if (meaning.kind === 'contradicted') return endContradicted(ctx, attempt, meaning, source);
  if (meaning.kind === 'nothing') {
    if (source !== 'buyer') await postpone(ctx, attempt, meaning.heard);
    return null;
  }
  if (source === 'buyer' && isNoNews(attempt, meaning.fact)) return null;
  const applied = await applyGatewayFact(ctx, attemptId, meaning.fact, source, alongside);
  if (applied.goesOn) {
    // What was heard is written down; should going on fail, a job takes it up.
    await goOn(ctx, applied.orderId).catch((thrown: unknown) => {
      ctx.log.error('go-on-failed', { orderId: applied.orderId, error: thrown });
    });
  }
  return applied;
}

/** The gateway says what we know: applied, that would only put the job's next look off. */
function isNoNews({ state }: AttemptRow, { state: told, movements, instructions }: GatewayFact): boolean {
  return told === state && movements.length === 0 && instructions === undefined;
}

async function ask(gateway: GatewayPort, attempt: AttemptRow): Promise<GatewayAnswer> {
  if (!isToBeTaken(attempt) || !gateway.capture) return gateway.find(referenceOf(attempt));
  return refusedIsVoid(await gateway.capture(referenceOf(attempt)));
}

/** Puts the next look off. Nothing is written over what somebody else learned since the attempt was read. */
async function postpone(ctx: DomainContext, attempt: AttemptRow, heard: Heard): Promise<void> {
  const now = ctx.clock.now();
  const change = postponed(attempt, heard, now);
  if (!change) return;
  await ctx.db
    .updateTable('attempts')
    .set(change)
    .where('id', '=', attempt.id)
    .where('state', '=', attempt.state)
    .execute();
  if (attempt.deadline_at <= now) ctx.log.error('attempt-overdue', { attemptId: attempt.id, state: attempt.state });
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
