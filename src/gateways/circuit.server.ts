import { CircuitState, CountBreaker } from 'cockatiel';
import type { Clock } from '#src/kernel/time/clock.ts';

/** `closed`: calls go out. `open`: none does. `half-open`: a few go out, to see whether the company answers again. */
export type CircuitStatus = 'closed' | 'open' | 'half-open';

export interface CircuitRules {
  /** Number of newest calls that are counted. */
  readonly size: number;
  /** Fewest counted calls before the circuit may open. */
  readonly least: number;
  /** Share of failed calls above which the circuit opens. */
  readonly threshold: number;
  /** Seconds that it stays open: the first time, and at most while probes keep failing. */
  readonly openSeconds: number;
  readonly longestSeconds: number;
  /** Calls at a time while it is half open. */
  readonly probes: number;
}

/** A gateway that fails more than half of its calls is paused for half a minute, then for twice as long each time. */
export const defaultCircuitRules: CircuitRules = {
  size: 10,
  least: 4,
  threshold: 0.5,
  openSeconds: 30,
  longestSeconds: 300,
  probes: 2,
};

export interface Circuit {
  state(): CircuitStatus;
  /** Whether a call may go out now. Only reads: a page may call it at each view. */
  admits(): boolean;
  /** Makes the call and records how it ended; null, without a call, when the circuit does not admit it. */
  run<T>(call: () => Promise<T>, hasFailed: (answer: T) => boolean): Promise<T | null>;
  /** For a call whose success says nothing of other calls: it counts as a probe while half open, and closes nothing. */
  probe<T>(call: () => Promise<T>, hasFailed: (answer: T) => boolean): Promise<T | null>;
}

/**
 * One company's circuit in this process. How many failures open it is cockatiel's count of the last calls; how long it
 * stays open goes by our clock, which tests and the sandbox can move and cockatiel's own policy does not read.
 */
export function createCircuit(clock: Clock, rules: CircuitRules = defaultCircuitRules): Circuit {
  const { size, least, threshold, openSeconds, longestSeconds, probes } = rules;
  const newWindow = (): CountBreaker => new CountBreaker({ size, threshold, minimumNumberOfCalls: least });
  let window = newWindow();
  let openUntil: number | null = null;
  let pauseSeconds = openSeconds;
  let probing = 0;
  /** Grows with each change, so that the late end of an earlier call changes nothing. */
  let era = 0;

  function state(): CircuitStatus {
    if (openUntil === null) return 'closed';
    return clock.now().getTime() < openUntil ? 'open' : 'half-open';
  }

  function admits(): boolean {
    const now = state();
    return now === 'closed' || (now === 'half-open' && probing < probes);
  }

  function open(): void {
    openUntil = clock.now().getTime() + pauseSeconds * 1000;
    pauseSeconds = Math.min(pauseSeconds * 2, longestSeconds);
    probing = 0;
    era += 1;
  }

  function close(): void {
    window = newWindow();
    openUntil = null;
    pauseSeconds = openSeconds;
    probing = 0;
    era += 1;
  }

  function note(hasFailed: boolean, isProbe: boolean): void {
    if (isProbe) return hasFailed ? open() : close();
    if (!hasFailed) window.success(CircuitState.Closed);
    else if (window.failure(CircuitState.Closed)) open();
  }

  async function through<T>(
    call: () => Promise<T>,
    hasFailed: (answer: T) => boolean,
    ignoresSuccess: boolean,
  ): Promise<T | null> {
    if (!admits()) return null;
    const isProbe = state() === 'half-open';
    const began = era;
    if (isProbe) probing += 1;
    try {
      const answer = await call();
      const isBad = hasFailed(answer);
      if (era === began && (isBad || !ignoresSuccess)) note(isBad, isProbe);
      return answer;
    } finally {
      if (isProbe && era === began) probing -= 1;
    }
  }

  return {
    state,
    admits,
    run: (call, hasFailed) => through(call, hasFailed, false),
    probe: (call, hasFailed) => through(call, hasFailed, true),
  };
}
