import type { Clock } from '#src/kernel/time/clock.ts';

/** What this process heard of a payment besides its state: the operator says it once, in the call that asked for the PIN. */
export interface Heard {
  /** When the payment was first known to be made. */
  readonly at: Date;
  readonly code: string;
}

export interface LateAnswers {
  remember(reference: string, code: string): Heard;
  of(reference: string): Heard | null;
}

const mostRemembered = 5_000;

/** A short memory: what it forgets is only told less precisely (why a payment was refused, at which second it was made). */
export function createLateAnswers(clock: Clock): LateAnswers {
  const heard = new Map<string, Heard>();
  return {
    of: (reference) => heard.get(reference) ?? null,
    remember(reference, code) {
      const before = heard.get(reference);
      if (before?.code === code) return before;
      const now: Heard = { at: before?.at ?? clock.now(), code };
      heard.set(reference, now);
      const oldest = heard.size > mostRemembered ? heard.keys().next().value : undefined;
      if (oldest !== undefined) heard.delete(oldest);
      return now;
    },
  };
}
