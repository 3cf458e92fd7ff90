import type { Beacon, BrowserErrorReport, WebVitalSample, ViewedProduct } from '#src/platform/telemetry/beacon.ts';
import { monitoringLimits } from '#src/platform/telemetry/limits.ts';
import { rateWindow } from '#src/kernel/time/rate-window.ts';

/** The browser functions that the queue uses. */
export interface BeaconQueueOptions {
  readonly head: () => Pick<Beacon, 'version' | 'visit' | 'page'>;
  readonly send: (beacon: Beacon) => void;
  readonly now: () => number;
  /** Calls once after so many milliseconds. */
  readonly after: (ms: number, call: () => void) => void;
}

export interface BeaconQueue {
  readonly vital: (vital: WebVitalSample) => void;
  readonly error: (error: BrowserErrorReport) => void;
  readonly seen: (product: ViewedProduct) => void;
  /** Sends at once: the page is unloading. */
  readonly flush: () => void;
}

/** Most errors per beacon; the server accepts no more. */
const mostErrors = 20;

/** Collects events for half a second, at most 80 a minute, and sends them together. */
export function createBeaconQueue({ head, send, now, after }: BeaconQueueOptions): BeaconQueue {
  const { eventsPerMinute, flushEveryMs } = monitoringLimits;
  const rate = rateWindow({ most: eventsPerMinute, periodMs: 60_000, names: 1 });
  let vitals = new Map<string, WebVitalSample>();
  let errors: BrowserErrorReport[] = [];
  let dropped = 0;
  let seenNow: ViewedProduct | null = null;
  let isWaiting = false;

  function flush(): void {
    isWaiting = false;
    if (vitals.size === 0 && errors.length === 0 && dropped === 0 && seenNow === null) return;
    const beacon = { ...head(), vitals: [...vitals.values()], errors, dropped, seen: seenNow };
    vitals = new Map();
    errors = [];
    dropped = 0;
    seenNow = null;
    send(beacon);
  }
  function add(put: () => void): void {
    if (rate.take('', now()) === 0 || errors.length >= mostErrors) dropped += 1;
    else put();
    if (isWaiting) return;
    isWaiting = true;
    after(flushEveryMs, flush);
  }
  return {
    vital: (vital) => add(() => vitals.set(vital.name, vital)),
    error: (error) => add(() => errors.push(error)),
    seen: (product) => add(() => (seenNow = product)),
    flush,
  };
}
