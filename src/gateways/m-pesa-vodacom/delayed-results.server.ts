import type { Clock } from '#src/kernel/time/clock.ts';

/** What this process heard of a payment besides its state: the operator says it once, in the call that asked for the PIN. */
export interface Heard {
  /** When the payment was first known to be made. */
  readonly at: Date;
  readonly code: string;
}

export interface DelayedResults {
  remember(reference: string, code: string): Heard;
  of(reference: string): Heard | null;
}

const maxRemembered = 5_000;

/** A short memory: what it forgets is only told less precisely (why a payment was refused, at which second it was made). */
export function createDelayedResults(clock: Clock): DelayedResults {
  const received = new Map<string, Heard>();
  return {
    of: (reference) => received.get(reference) ?? null,
    remember(reference, code) {
      const before = received.get(reference);
      if (before?.code === code) return before;
      const now: Heard = { at: before?.at ?? clock.now(), code };
      received.set(reference, now);
      const oldest = received.size > maxRemembered ? received.keys().next().value : undefined;
      if (oldest !== undefined) received.delete(oldest);
      return now;
    },
  };
}
