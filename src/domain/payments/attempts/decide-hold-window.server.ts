import type { SplitDecision, OrderState } from '../../orders/index.server.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import { isOpen } from '../ports/attempt-states.ts';

/** How long reserved parts are held while the buyer pays the rest in another way. */
export const holdWindowSeconds = 15 * 60;
/** Seconds for an answer that is still open when the hold window closes. */
const finalAnswerSeconds = 60;

type SplitStatusName = SplitDecision['standing'];

/**
 * Decides the hold window of an order from the standing of its parts: opened when parts are held and the rest is owed,
 * closed when nothing is held. Undefined = unchanged. `heldUntil`: until when everything reserved stays so; a gateway
 * that reserves for less closes the window earlier.
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

/** Whether a held order is undone, or later: its window is over and no part may still bring the rest. */
export type HoldExpiry = { readonly kind: 'none' | 'undo' } | { readonly kind: 'later'; readonly at: Date };

type HeldAttempt = Pick<AttemptRow, 'state' | 'superseded' | 'deadline_at' | 'updated_at'>;

/** Decides whether an expired window is over. Pure. */
export function decideHoldExpiry(standing: SplitStatusName, parts: readonly HeldAttempt[], now: Date): HoldExpiry {
  if (standing === 'covered') return { kind: 'none' };
  const at = latestPossibleAnswer(parts, now);
  return at === null ? { kind: 'undo' } : { kind: 'later', at };
}

/** Whether the hold window of an unpaid order is over. */
export function isHoldExpired(state: OrderState, until: Date | null, now: Date): boolean {
  return (state === 'open' || state === 'partly-paid') && until !== null && until <= now;
}

/** The latest instant at which a part may still bring the rest; null when none may. */
function latestPossibleAnswer(parts: readonly HeldAttempt[], now: Date): Date | null {
  const ends = parts
    .filter((one) => isOpen(one.state) && !one.superseded && one.state !== 'authorized')
    .map((one) =>
      one.state === 'awaiting-buyer' ? one.deadline_at.getTime() : one.updated_at.getTime() + finalAnswerSeconds * 1000,
    )
    .filter((end) => end > now.getTime());
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}
