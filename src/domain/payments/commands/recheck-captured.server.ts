import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentsContext } from '../context.server.ts';
import {
  type AttemptRow,
  acquireAttemptsToRecheck,
  type GatewayFilter,
  updateAttempt,
} from '../attempts/attempt.repository.server.ts';
import { pollKnownAttempt } from './poll-attempt.server.ts';
import { nextRecheckAt } from '../attempts/next-check.ts';

/** Seconds for which the attempts of one batch belong to it. */
const leaseSeconds = 120;
/** Polls of one gateway at the same time. */
const lanes = 4;
/** The next recheck after a poll without a fact. */
const againHours = 6;

export interface RecheckOptions {
  /** Attempts of one batch. */
  readonly batch?: number;
  /** Polls of one gateway in a second, at most: 10,000 payments a day are 100,000 polls, 1.2 in a second. */
  readonly perSecond?: number;
  /** Begins no batch after so many seconds: the next run goes on. */
  readonly seconds?: number;
  readonly isStopping?: (() => boolean) | undefined;
}

/**
 * Polls captured attempts: a refund or a dispute is reported by one webhook, which may be lost. The answer is applied
 * like any other fact, so the same money is booked once. Each gateway has its own rate, so that a slow one holds up no
 * other. Safe on any number of workers; returns how many were polled.
 */
export async function recheckCaptured(ctx: PaymentsContext, options: RecheckOptions = {}): Promise<number> {
  const known = ctx.gateways.all().map(({ id }) => id);
  const counts = await Promise.all([
    ...known.map((id) => recheckGateway(ctx, { only: id }, options)),
    recheckGateway(ctx, { except: known }, options),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

async function recheckGateway(
  ctx: PaymentsContext,
  of: GatewayFilter,
  { batch = 100, perSecond = 5, seconds = 90, isStopping = () => false }: RecheckOptions,
): Promise<number> {
  const began = performance.now();
  for (let polled = 0; ;) {
    if (isStopping() || performance.now() - began > seconds * 1000) return polled;
    const now = ctx.clock.now();
    const again = new Date(now.getTime() + leaseSeconds * 1000);
    const due = await acquireAttemptsToRecheck(ctx.db, of, { now, again, limit: batch });
    const rest = due.values();
    const lane = async (): Promise<void> => {
      for (const attempt of rest) {
        // The lease ends by itself: the attempts that are left are due again two minutes later.
        if (isStopping()) return;
        await recheckAttempt(ctx, attempt, now);
        polled += 1;
      }
    };
    const batchBegan = performance.now();
    await Promise.all(Array.from({ length: lanes }, lane));
    if (due.length < batch) return polled;
    await sleep(Math.max(0, (due.length / perSecond) * 1000 - (performance.now() - batchBegan)));
  }
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
