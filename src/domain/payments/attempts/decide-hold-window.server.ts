import type { SplitDecision, OrderState } from '../../orders/index.server.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import { isOpen } from '../ports/attempt-states.ts';

/** How long what stands is kept while the buyer finds another way for the rest. */
export const holdWindowSeconds = 15 * 60;
/** A gateway that is being asked while the window closes has so long to say. */
const finalAnswerSeconds = 60;

type SplitStatusName = SplitDecision['standing'];

/**
 * What happens to an order's time for rescue once its parts stand so: opened when something stands and the rest is owed,
 * ended when there is nothing to rescue. Undefined = stays. `heldUntil`: until when everything reserved stays so; a company
 * that keeps money for less ends the window earlier, so that nobody is promised more.
 */
export function decideHoldWindow(
  standing: SplitStatusName,
  until: Date | null,
  heldUntil: Date | null,
  now: Date,
): Date | null | undefined {
  const isOver = standing === 'covered' || standing === 'declined';
  if (isOver) return until === null ? undefined : null;
  if (standing !== 'held' || until !== null) return undefined;
  const full = new Date(now.getTime() + holdWindowSeconds * 1000);
  return heldUntil !== null && heldUntil < full ? heldUntil : full;
}

/** Whether an order may be undone, or is to be looked at later: its time is over and no part of it may still bring the rest. */
export type HoldExpiry = { readonly kind: 'none' | 'undo' } | { readonly kind: 'later'; readonly at: Date };

type HeldAttempt = Pick<AttemptRow, 'state' | 'superseded' | 'deadline_at' | 'updated_at'>;

/** Whether a window that may be over is. Asked for `standing` only once it can matter. Pure. */
export function decideHoldExpiry(standing: SplitStatusName, parts: readonly HeldAttempt[], now: Date): HoldExpiry {
  if (standing === 'covered') return { kind: 'none' };
  const at = latestPossibleAnswer(parts, now);
  return at === null ? { kind: 'undo' } : { kind: 'later', at };
}

/** Whether the time for rescue of an order that still waits for money is over. */
export function isHoldExpired(state: OrderState, until: Date | null, now: Date): boolean {
  return (state === 'open' || state === 'partly-paid') && until !== null && until <= now;
}

/** Until when a part may still bring what is missing; null when none may. */
function latestPossibleAnswer(parts: readonly HeldAttempt[], now: Date): Date | null {
  const ends = parts
    .filter((one) => isOpen(one.state) && !one.superseded && one.state !== 'authorized')
    .map((one) =>
      one.state === 'awaiting-buyer' ? one.deadline_at.getTime() : one.updated_at.getTime() + finalAnswerSeconds * 1000,
    )
    .filter((end) => end > now.getTime());
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}
