import { type RateWindow, rateWindow } from '#src/kernel/time/rate-window.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { OrderView } from '../../orders/index.ts';
import { type AttemptRow, attemptById } from '../attempts/attempt.repository.server.ts';
import { isUndecided } from '../ports/attempt-states.ts';
import { pollKnownAttempt } from './poll-attempt.server.ts';
import { needsPolling } from '../attempts/decide-answer.server.ts';

/** A gateway answers within 8 s: an attempt that is `created` after this has lost its call. */
const lostSeconds = 10;
/** However often a buyer asks, so rarely is a gateway asked about one attempt by one process. */
const mostOften = { most: 1, periodMs: 5000, names: 20_000 };
/** What waits for its buyer is asked about by everybody who looks at their code and comes back. */
const mostOftenAwaiting = { ...mostOften, periodMs: 15_000 };

interface Windows {
  readonly undecided: RateWindow;
  readonly awaiting: RateWindow;
}

const windows = new WeakMap<object, Windows>();

function windowsOf({ db }: PaymentsContext): Windows {
  const known = windows.get(db) ?? { undecided: rateWindow(mostOften), awaiting: rateWindow(mostOftenAwaiting) };
  windows.set(db, known);
  return known;
}

export interface ViewContext {
  /** They came back from somewhere, perhaps after they paid there: what waits for them is asked about too. */
  readonly isBack?: boolean;
}

/**
 * A buyer waits in front of a payment whose job has its own time, or lies with a worker that died: its gateway is asked now.
 * What is heard goes through the same door as everything else; where nothing is learned nothing is written, so that
 * impatience neither lengthens a job's pauses nor counts for one of its answers. Says whether something was learned.
 */
async function refreshAttempt(ctx: PaymentsContext, attemptId: string, view: ViewContext): Promise<boolean> {
  const attempt = await attemptById(ctx.db, attemptId);
  if (!attempt || !mustPoll(attempt, ctx.clock.now(), view)) return false;
  const window = windowsOf(ctx)[attempt.state === 'awaiting-buyer' ? 'awaiting' : 'undecided'];
  if (window.take(attemptId, ctx.clock.now().getTime()) === 0) return false;
  return (await pollKnownAttempt(ctx, attempt, 'buyer')) !== null;
}

/**
 * The same for every attempt of an order that may be worth it. Never fails: whatever cannot be asked or written now is left to
 * the jobs.
 */
export async function refreshOnView(
  ctx: PaymentsContext,
  { attempts }: Pick<OrderView, 'attempts'>,
  view: ViewContext = {},
): Promise<boolean> {
  const worth = attempts.filter(({ state }) => isUndecided(state) || (view.isBack && state === 'awaiting-buyer'));
  const learned = await Promise.all(
    worth.map(({ id }) =>
      refreshAttempt(ctx, id, view).catch((error: unknown) => {
        ctx.log.warn('check-failed', { attemptId: id, error });
        return false;
      }),
    ),
  );
  return learned.includes(true);
}

function mustPoll(attempt: AttemptRow, now: Date, { isBack = false }: ViewContext): boolean {
  if (attempt.superseded || attempt.sealed_request !== null) return false;
  if (attempt.state === 'awaiting-buyer') return isBack;
  const age = now.getTime() - attempt.created_at.getTime();
  return needsPolling(attempt) && (attempt.state !== 'created' || age >= lostSeconds * 1000);
}
