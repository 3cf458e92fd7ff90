import type { PaymentsContext } from '../context.server.ts';
import {
  type OnApplied,
  type AppliedFact,
  applyGatewayFact,
  type FactSource,
} from '../facts/apply-gateway-fact.server.ts';
import {
  type AttemptRow,
  attemptById,
  deferAttemptCheck,
  releasePollLease,
  referenceOf,
  acquirePollLease,
  acquireDueAttempts,
} from '../attempts/attempt.repository.server.ts';
import {
  type AnswerClass,
  type AnswerMeaning,
  mustCapture,
  needsPolling,
  interpretAnswer,
  deferCheck,
  refusedCaptureAsVoid,
} from '../attempts/decide-answer.server.ts';
import { insertExceptionOnce } from '../booking/reconciliation-exception.repository.server.ts';
import type { GatewayAnswer, GatewayFact, GatewayPort } from '../ports/gateway.port.ts';
import { advanceSplitOrder } from '../split/advance-split-order.server.ts';
import { checkBackoffSeconds } from '../attempts/next-check.ts';

/** Seconds for which the attempts of one sweep belong to it. */
const sweepSeconds = 120;
/** Polls at a time: a gateway that does not answer holds up few of the others. */
const sweepLanes = 8;

/** Asks the gateway for the truth about an attempt and applies it. Safe at any time, any number of times. */
export async function pollAttempt(
  ctx: PaymentsContext,
  attemptId: string,
  source: FactSource,
  onApplied?: OnApplied,
): Promise<AppliedFact | null> {
  const attempt = await attemptById(ctx.db, attemptId);
  return attempt && pollKnownAttempt(ctx, attempt, source, onApplied);
}

/** The same for an attempt that was read a moment ago. */
export async function pollKnownAttempt(
  ctx: PaymentsContext,
  attempt: AttemptRow,
  source: FactSource,
  onApplied?: OnApplied,
): Promise<AppliedFact | null> {
  const { id, state, superseded } = attempt;
  const gateway = ctx.gateways.byId(attempt.gateway);
  if (!gateway) throw new Error(`Attempt ${id} names the gateway ${attempt.gateway}, which does not exist`);
  // An ended or superseded attempt is only read, without charging.
  if (!gateway.chargesOnPoll || state !== 'awaiting-buyer' || superseded)
    return applyAnswer(ctx, attempt, await findOrCapture(gateway, attempt), source, onApplied);
  const until = await acquirePollLease(ctx.db, attempt);
  // The process that holds the lease applies the answer.
  if (!until) return null;
  let isAnswered = false;
  try {
    const answer = await gateway.find({ ...referenceOf(attempt), mayChargeNow: true });
    isAnswered = answer.kind !== 'silent';
    return await applyAnswer(ctx, attempt, answer, source, onApplied);
  } finally {
    // An unanswered charge may still be processing and not be visible yet: another poll could make a second one. So the
    // lease ends by itself then, and where the database is away now.
    if (isAnswered) await releasePollLease(ctx.db, id, until).catch(() => undefined);
  }
}

/** Applies a gateway's answer. */
async function applyAnswer(
  ctx: PaymentsContext,
  attempt: AttemptRow,
  answer: GatewayAnswer,
  source: FactSource,
  onApplied?: OnApplied,
): Promise<AppliedFact | null> {
  const { id: attemptId } = attempt;
  const meaning = interpretAnswer(answer, attempt, ctx.clock.now());
  if (meaning.kind === 'contradicted') return failContradictedAttempt(ctx, attempt, meaning, source);
  if (meaning.kind === 'nothing') {
    if (source !== 'buyer') await deferNextCheck(ctx, attempt, meaning.answerClass);
    return null;
  }
  if (source === 'buyer' && isUnchanged(attempt, meaning.fact)) return null;
  const applied = await applyGatewayFact(ctx, attemptId, meaning.fact, source, onApplied);
  if (applied.mustAdvanceSplit) {
    // The fact is applied; should the advance fail, a job repeats it.
    await advanceSplitOrder(ctx, applied.orderId).catch((thrown: unknown) => {
      ctx.log.error('advance-split-order-failed', { orderId: applied.orderId, error: thrown });
    });
  }
  return applied;
}

/**
 * Fails an attempt whose gateway keeps contradicting its charge. No rule can know which side is wrong, so no money is
 * booked or moved: the attempt counts as failed (an authorization as voided), the buyer may pay again, and an operator
 * gets the task `look-into-charge`. Money of a later, fitting answer is booked all the same, and ends the task; when
 * the buyer has paid again by then it is surplus, and is refunded.
 */
async function failContradictedAttempt(
  ctx: PaymentsContext,
  attempt: AttemptRow,
  { fact, reason }: Extract<AnswerMeaning, { kind: 'contradicted' }>,
  source: FactSource,
): Promise<AppliedFact> {
  const now = ctx.clock.now();
  return applyGatewayFact(ctx, attempt.id, fact, source, async (trx, applied) => {
    // Another fact was applied meanwhile.
    if (applied.state !== fact.state || applied.from === applied.state) return;
    const { id: attemptId, order_id: orderId, amount, currency } = attempt;
    const of = { orderId, attemptId, movementId: 'charge', amount, currency };
    await insertExceptionOnce(trx, { ...of, kind: 'contradiction', task: 'look-into-charge' }, now);
    ctx.log.error('charge-contradicted', { attemptId, orderId, reason });
  });
}

/** Whether the gateway reports nothing new: applied, it would only defer the job's next check. */
function isUnchanged({ state }: AttemptRow, { state: reportedState, movements, instructions }: GatewayFact): boolean {
  return reportedState === state && movements.length === 0 && instructions === undefined;
}

async function findOrCapture(gateway: GatewayPort, attempt: AttemptRow): Promise<GatewayAnswer> {
  if (!mustCapture(attempt) || !gateway.capture) return gateway.find(referenceOf(attempt));
  return refusedCaptureAsVoid(await gateway.capture(referenceOf(attempt)));
}

/** Defers the next check, unless the attempt has changed since it was read. */
async function deferNextCheck(ctx: PaymentsContext, attempt: AttemptRow, answerClass: AnswerClass): Promise<void> {
  const now = ctx.clock.now();
  const change = deferCheck(attempt, answerClass, now);
  if (!change) return;
  await deferAttemptCheck(ctx.db, attempt, change);
  if (attempt.deadline_at <= now) ctx.log.error('attempt-overdue', { attemptId: attempt.id, state: attempt.state });
}

/** Job of an undecided attempt: polls it, and comes back later while it stays undecided. */
export async function resolveAttempt(ctx: PaymentsContext, attemptId: string): Promise<void> {
  const before = await attemptById(ctx.db, attemptId);
  if (!before || !needsPolling(before)) return;
  await pollAttempt(ctx, attemptId, 'check');
  const after = await attemptById(ctx.db, attemptId);
  if (after && needsPolling(after)) {
    await ctx.jobs.send(
      ctx.db,
      'resolve-attempt',
      { attemptId },
      { startAfterSeconds: checkBackoffSeconds(after.checks) },
    );
  }
}

/**
 * Polls every attempt whose check is due: those of a crashed process, codes and slips after their expiry. Returns how
 * many.
 */
export async function sweepAttempts(ctx: PaymentsContext, limit = 500): Promise<number> {
  const now = ctx.clock.now();
  const due = await acquireDueAttempts(ctx.db, now, new Date(now.getTime() + sweepSeconds * 1000), limit);
  const rest = due.values();
  const lane = async (): Promise<void> => {
    for (const attempt of rest) await checkDueAttempt(ctx, attempt);
  };
  await Promise.all(Array.from({ length: sweepLanes }, lane));
  return due.length;
}

/** One attempt that fails must not hold up the others. */
async function checkDueAttempt(ctx: PaymentsContext, attempt: AttemptRow): Promise<void> {
  try {
    await pollKnownAttempt(ctx, attempt, 'deadline');
  } catch (thrown) {
    ctx.log.error('check-failed', { attemptId: attempt.id, error: thrown });
    await deferNextCheck(ctx, attempt, 'nothing');
  }
}
