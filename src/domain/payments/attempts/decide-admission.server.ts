import type { AttemptRow } from './attempt.repository.server.ts';
import { isOpen } from '../ports/attempt-states.ts';
import { isReservedPart } from './split-parts.server.ts';

/**
 * A new attempt may start once the attempts of `supersede` are canceled; or it may not, because `busy` may be taking
 * money.
 */
export type Admission<A> = { readonly busy: A } | { readonly supersede: readonly A[] };

type StandingAttempt = Pick<AttemptRow, 'state' | 'superseded' | 'sealed_request' | 'part' | 'capture_requested'>;

/**
 * Whether a new attempt may start beside those of the order. An attempt that waits for its buyer is superseded; one
 * that is processing blocks, because its money may be on the way. Parts that have not started never block.
 * `keepsReservedParts`: the caller pays beside its reserved parts; for any other caller these block. Pure.
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
