import type { AttemptRow } from './attempt.repository.server.ts';
import { isOpen } from '../ports/attempt-states.ts';
import { isReservedPart } from './split-parts.server.ts';

/** Beside what exists a new try may begin once `giveUp` was given up; or it may not, because `busy` may be taking money. */
export type Admission<A> = { readonly busy: A } | { readonly supersede: readonly A[] };

type StandingAttempt = Pick<AttemptRow, 'state' | 'superseded' | 'sealed_request' | 'part' | 'capture_requested'>;

/**
 * Whether a new try may start beside the attempts that exist. One that waits for its buyer is set aside; one that is being
 * worked on blocks, because its money may be on the way. Parts that were not begun yet never do. `keepsReservedParts`: for a caller
 * who pays beside those of its parts that are reserved; for any other these block. Pure.
 */
export function decideAdmission<A extends StandingAttempt>(
  attempts: readonly A[],
  keepsReservedParts: boolean,
): Admission<A> {
  const inLine = attempts.filter((attempt) => attempt.sealed_request !== null);
  const open = attempts.filter(
    (attempt) =>
      isOpen(attempt.state) &&
      !attempt.superseded &&
      attempt.sealed_request === null &&
      !(keepsReservedParts && isReservedAndIdle(attempt)),
  );
  const busy = open.find(({ state }) => state !== 'awaiting-buyer');
  return busy ? { busy } : { supersede: [...open, ...inLine] };
}

/** Reserved, and not being taken: it waits for the rest of the price. */
function isReservedAndIdle(attempt: StandingAttempt): boolean {
  return isReservedPart(attempt) && !attempt.capture_requested;
}
