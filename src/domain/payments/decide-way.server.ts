import type { AttemptRow } from './attempt.repository.server.ts';
import { type AttemptState, isOpen } from './attempt-states.ts';
import { isHeldPart } from './legs.server.ts';

/** Beside what exists a new try may begin once `giveUp` was given up; or it may not, because `busy` may be taking money. */
export type Way<A> = { readonly busy: A } | { readonly giveUp: readonly A[] };

type StandingAttempt = Pick<AttemptRow, 'state' | 'superseded' | 'pending' | 'leg' | 'capture_wanted'>;

/**
 * Whether a new try may start beside the attempts that exist. One that waits for its buyer is set aside; one that is being
 * worked on blocks, because its money may be on the way. Parts that were not begun yet never do. `keepsParts`: for a caller
 * who pays beside those of its parts that are reserved; for any other these block. Pure.
 */
export function wayFor<A extends StandingAttempt>(attempts: readonly A[], keepsParts: boolean): Way<A> {
  const inLine = attempts.filter(({ pending }) => pending !== null);
  const open = attempts.filter(
    (attempt) =>
      isOpen(attempt.state as AttemptState) &&
      !attempt.superseded &&
      attempt.pending === null &&
      !(keepsParts && isRescuable(attempt)),
  );
  const busy = open.find(({ state }) => state !== 'awaiting-buyer');
  return busy ? { busy } : { giveUp: [...open, ...inLine] };
}

/** Reserved, and not being taken: it waits for the rest of the price. */
function isRescuable(attempt: StandingAttempt): boolean {
  return isHeldPart(attempt) && !attempt.capture_wanted;
}
