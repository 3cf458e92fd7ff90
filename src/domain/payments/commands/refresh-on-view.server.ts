import { type RateWindow, rateWindow } from '#src/kernel/time/rate-window.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { OrderView } from '../../orders/index.ts';
import { type AttemptRow, attemptById } from '../attempts/attempt.repository.server.ts';
import { isUndecided } from '../ports/attempt-states.ts';
import { pollKnownAttempt } from './poll-attempt.server.ts';
import { needsPolling } from '../attempts/decide-answer.server.ts';

/** A gateway answers within 8 s: an attempt that is `created` after this has lost its call. */
const lostSeconds = 10;
/** At most one poll of an attempt per process in this time, however often a buyer reloads. */
const mostOften = { most: 1, periodMs: 5000, names: 20_000 };
/** The same for attempts that await their buyer, which are polled at each return. */
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
  /** The buyer came back, perhaps after paying elsewhere: attempts that await them are polled too. */
  readonly isBack?: boolean;
}

/**
 * Polls an attempt while its buyer looks at the page: its job has its own time, or lies with a worker that died. The
 * answer is applied like any other fact; without a fact nothing is written, so that reloads neither lengthen a job's
 * pauses nor count for its answers. True when there was a fact.
 */
async function refreshAttempt(ctx: PaymentsContext, attemptId: string, view: ViewContext): Promise<boolean> {
  const attempt = await attemptById(ctx.db, attemptId);
  if (!attempt || !mustPoll(attempt, ctx.clock.now(), view)) return false;
  const window = windowsOf(ctx)[attempt.state === 'awaiting-buyer' ? 'awaiting' : 'undecided'];
  if (window.take(attemptId, ctx.clock.now().getTime()) === 0) return false;
  return (await pollKnownAttempt(ctx, attempt, 'buyer')) !== null;
}

/**
 * The same for every attempt of an order that is undecided. Never fails: what cannot be polled or written now is left
 * to the jobs.
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
