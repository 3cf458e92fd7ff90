import type { Arrival } from './delivery.repository.server.ts';

/** What arrived at a receiver and is not written down yet. */
export interface ArrivalsGathered {
  add(arrival: Arrival): void;
  /** Writes down what is left, also what could not be written before. Throws when it cannot be even now. */
  end(): Promise<void>;
}

/**
 * Has what arrives noted together: no later than `patienceMs` after the first of it, however long its neighbours take, and
 * one note after the other. What could not be noted is noted again with what comes next.
 */
export function gatherArrivals(
  note: (arrivals: readonly Arrival[]) => Promise<void>,
  patienceMs: number,
): ArrivalsGathered {
  const left: Arrival[] = [];
  let timer: NodeJS.Timeout | null = null;
  /** Never rejects. */
  let underWay = Promise.resolve();
  let isOver = false;

  async function noteLeft(): Promise<void> {
    const taken = left.splice(0);
    if (taken.length === 0) return;
    try {
      await note(taken);
    } catch (error) {
      left.unshift(...taken);
      throw error;
    }
  }

  function startTimer(): void {
    if (isOver || left.length === 0) return;
    timer ??= setTimeout(() => {
      timer = null;
      underWay = underWay.then(noteLeft).then(startTimer, startTimer);
    }, patienceMs);
  }

  return {
    add(arrival) {
      left.push(arrival);
      startTimer();
    },
    async end() {
      isOver = true;
      if (timer) clearTimeout(timer);
      await underWay;
      await noteLeft();
    },
  };
}
