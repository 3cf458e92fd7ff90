import type { Clock } from '#src/kernel/time/clock.ts';

/** Tasks at a later time of the sandbox's clock: they become due by waiting, or at once when the clock is moved. */
export interface Scheduler {
  at(when: Date, run: () => void): void;
  /** Runs what is due now, in order of time. */
  runDue(): void;
  close(): void;
}

interface Entry {
  readonly at: number;
  readonly run: () => void;
}

/** A timer longer than this overflows; the scheduler checks again at the latest after it. */
const longestWaitMs = 3_600_000;

export function createScheduler(clock: Clock): Scheduler {
  let entries: Entry[] = [];
  let timer: NodeJS.Timeout | undefined;

  function arm(): void {
    clearTimeout(timer);
    const next = entries[0];
    if (next === undefined) return;
    timer = setTimeout(runDue, Math.min(Math.max(next.at - clock.now().getTime(), 0), longestWaitMs));
    timer.unref();
  }

  function runDue(): void {
    for (let next = entries[0]; next !== undefined && next.at <= clock.now().getTime(); next = entries[0]) {
      entries.shift();
      next.run();
    }
    arm();
  }

  return {
    at(when, run) {
      const entry = { at: when.getTime(), run };
      const place = entries.findIndex((other) => other.at > entry.at);
      entries.splice(place === -1 ? entries.length : place, 0, entry);
      if (entries[0] === entry) arm();
    },
    runDue,
    close() {
      clearTimeout(timer);
      entries = [];
    },
  };
}
