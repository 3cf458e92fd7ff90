import type { Ended } from './sustained-buyers.ts';

/** One constant rate. Times in milliseconds. */
export interface SustainedRate {
  readonly perSecond: number;
  readonly seconds: number;
  readonly sent: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly slowest: number;
  readonly errors: readonly string[];
  /** Answers that reported the failure of an outside company. */
  readonly faults: number;
  /** Largest delay of the load generator itself. It counts as latency of the product. */
  readonly lateMs: number;
  /** The run was stopped early because the rate could not be kept. */
  readonly isCutShort: boolean;
}

/** Latencies in milliseconds, of one run or of several. */
export interface Latencies {
  add(ms: number): void;
  /** Nearest rank. */
  at(share: number): number;
  count(): number;
}

/** Latencies are counted in buckets of 0.1 ms up to 60 s, so that memory does not grow with the number of requests. */
export function createLatencies(): Latencies {
  const counts = new Uint32Array(600_001);
  let total = 0;
  return {
    add(ms) {
      const slot = Math.min(counts.length - 1, Math.max(0, Math.round(ms * 10)));
      counts[slot] = (counts[slot] ?? 0) + 1;
      total += 1;
    },
    at(share) {
      const rank = Math.max(1, Math.ceil(total * share));
      let seen = 0;
      for (let slot = 0; slot < counts.length; slot += 1) {
        seen += counts[slot] ?? 0;
        if (seen >= rank) return slot / 10;
      }
      return Number.NaN;
    },
    count: () => total,
  };
}

/** Limit of unanswered requests, in seconds of arrivals. Above it the queue grows and the rate is not kept. */
const usualQueueSeconds = 5;

interface SustainOptions {
  readonly longestQueueSeconds?: number;
  /** Where latencies of several runs are counted together. */
  readonly latencies?: Latencies;
}

/**
 * Sends requests at a constant rate for `seconds`, each at its planned moment whatever the result of earlier ones. Latency
 * counts from the planned moment, so that a stall also counts for the requests that were due meanwhile.
 */
export async function sustainRate(
  perSecond: number,
  seconds: number,
  ask: (number: number) => Promise<Ended>,
  { longestQueueSeconds = usualQueueSeconds, latencies }: SustainOptions = {},
): Promise<SustainedRate> {
  const histogram = createLatencies();
  const errors: string[] = [];
  const planned = Math.round(perSecond * seconds);
  let [sent, open, faults, lateMs] = [0, 0, 0, 0];
  const began = performance.now();
  let isCutShort = false;
  let allAnswered = (): void => undefined;
  const over = new Promise<void>((resolve) => (allAnswered = resolve));

  const note = (due: number, ended: Ended): void => {
    const ms = performance.now() - due;
    histogram.add(ms);
    latencies?.add(ms);
    open -= 1;
    if (ended.kind === 'fault') faults += 1;
    if (ended.kind === 'error') errors.push(ended.what);
    if (open === 0 && (isCutShort || sent === planned)) allAnswered();
  };
  const timer = setInterval(() => {
    const now = performance.now();
    for (; sent < planned && began + (sent * 1000) / perSecond <= now; sent += 1) {
      const due = began + (sent * 1000) / perSecond;
      lateMs = Math.max(lateMs, now - due);
      open += 1;
      ask(sent).then(
        (ended) => note(due, ended),
        (thrown: unknown) => note(due, { kind: 'error', what: String(thrown) }),
      );
    }
    if (open > perSecond * longestQueueSeconds) isCutShort = true;
    if (sent === planned || isCutShort) clearInterval(timer);
  }, 2);
  await over;
  return {
    ...{ perSecond, seconds, sent, errors, faults, lateMs, isCutShort },
    ...{ p50: histogram.at(0.5), p99: histogram.at(0.99), p999: histogram.at(0.999), slowest: histogram.at(1) },
  };
}
