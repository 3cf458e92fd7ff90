import type { PaymentsContext } from '../context.server.ts';
import { type AttemptRow, acquireAttemptsToRecheck, updateAttempt } from '../attempts/attempt.repository.server.ts';
import { pollKnownAttempt } from './poll-attempt.server.ts';
import { nextRecheckAt } from '../attempts/next-check.ts';

/** For so long what one sweep has taken is left to it. */
const sweepSeconds = 120;
const sweepLanes = 8;
/** Nothing was learned: a gateway that rests, or an answer that we do not believe. */
const againHours = 6;

/**
 * Asks about payments that took their money long ago. A refund or a dispute is told by one message of the gateway; when
 * that is lost nobody would ever ask again. What is heard goes through the same door as everything else, so that the
 * same money is booked once, whatever told of it first. Safe on any number of workers; returns how many were asked about.
 */
export async function recheckCaptured(ctx: PaymentsContext, limit = 200): Promise<number> {
  const now = ctx.clock.now();
  const due = await acquireAttemptsToRecheck(ctx.db, now, new Date(now.getTime() + sweepSeconds * 1000), limit);
  const rest = due.values();
  const lane = async (): Promise<void> => {
    for (const attempt of rest) await lookAt(ctx, attempt, now);
  };
  await Promise.all(Array.from({ length: sweepLanes }, lane));
  return due.length;
}

/** One payment that cannot be asked about must not keep the others waiting. */
async function lookAt(ctx: PaymentsContext, attempt: AttemptRow, now: Date): Promise<void> {
  const days = ctx.gateways.byId(attempt.gateway)?.recheckDays;
  const answerClass = days === undefined ? null : await ask(ctx, attempt);
  const next = nextRecheckAt(attempt.created_at, now, days);
  const soon = new Date(now.getTime() + againHours * 3_600_000);
  await updateAttempt(ctx.db, attempt.id, {
    recheck_at: answerClass || next === null || next < soon ? next : soon,
  });
}

/** Whether the gateway said anything that could be written down. */
async function ask(ctx: PaymentsContext, attempt: AttemptRow): Promise<boolean> {
  try {
    return (await pollKnownAttempt(ctx, attempt, 'recheck-captured')) !== null;
  } catch (thrown) {
    ctx.log.error('recheck-failed', { attemptId: attempt.id, error: thrown });
    return false;
  }
}
