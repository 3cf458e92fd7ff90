import type { Clock } from '#src/kernel/time/clock.ts';

/** The result code of a payment. The operator gives it once: in the answer to the call that requested the PIN. */
export interface DelayedResult {
  /** When the payment was first confirmed. */
  readonly at: Date;
  readonly code: string;
}

export interface DelayedResults {
  remember(reference: string, code: string): DelayedResult;
  of(reference: string): DelayedResult | null;
}

const maxRemembered = 5_000;

/** Keeps the newest results in memory. A lost one costs precision only: the decline's reason, the payment's second. */
export function createDelayedResults(clock: Clock): DelayedResults {
  const received = new Map<string, DelayedResult>();
  return {
    of: (reference) => received.get(reference) ?? null,
    remember(reference, code) {
      const before = received.get(reference);
      if (before?.code === code) return before;
      const now: DelayedResult = { at: before?.at ?? clock.now(), code };
      received.set(reference, now);
      const oldest = received.size > maxRemembered ? received.keys().next().value : undefined;
      if (oldest !== undefined) received.delete(oldest);
      return now;
    },
  };
}
