import type { PaymentsContext } from '../context.server.ts';
import { type AttemptRow, acquireAttemptsToRecheck, updateAttempt } from '../attempts/attempt.repository.server.ts';
import { pollKnownAttempt } from './poll-attempt.server.ts';
import { nextRecheckAt } from '../attempts/next-check.ts';

/** Seconds for which the attempts of one sweep belong to it. */
const sweepSeconds = 120;
const sweepLanes = 8;
/** The next recheck after a poll without a fact. */
const againHours = 6;

/**
 * Polls captured attempts: a refund or a dispute is reported by one webhook, which may be lost. The answer is applied
 * like any other fact, so the same money is booked once. Safe on any number of workers; returns how many were polled.
 */
export async function recheckCaptured(ctx: PaymentsContext, limit = 200): Promise<number> {
  const now = ctx.clock.now();
  const due = await acquireAttemptsToRecheck(ctx.db, now, new Date(now.getTime() + sweepSeconds * 1000), limit);
  const rest = due.values();
  const lane = async (): Promise<void> => {
    for (const attempt of rest) await recheckAttempt(ctx, attempt, now);
  };
  await Promise.all(Array.from({ length: sweepLanes }, lane));
  return due.length;
}

/** One attempt that fails must not hold up the others. */
async function recheckAttempt(ctx: PaymentsContext, attempt: AttemptRow, now: Date): Promise<void> {
  const days = ctx.gateways.byId(attempt.gateway)?.recheckDays;
  const isAnswered = days === undefined ? null : await hasAnswered(ctx, attempt);
  const next = nextRecheckAt(attempt.created_at, now, days);
  const soon = new Date(now.getTime() + againHours * 3_600_000);
  await updateAttempt(ctx.db, attempt.id, {
    recheck_at: isAnswered || next === null || next < soon ? next : soon,
  });
}

/** Whether the gateway answered with a fact. */
async function hasAnswered(ctx: PaymentsContext, attempt: AttemptRow): Promise<boolean> {
  try {
    return (await pollKnownAttempt(ctx, attempt, 'recheck-captured')) !== null;
  } catch (thrown) {
    ctx.log.error('recheck-failed', { attemptId: attempt.id, error: thrown });
    return false;
  }
}
