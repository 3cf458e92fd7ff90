import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { type Beacon, beaconPath } from '#src/platform/telemetry/beacon.ts';
import type { Level } from '#src/platform/telemetry/level.ts';
import { monitoringLimits } from '#src/platform/telemetry/limits.ts';
import type { Rendering } from '../../framework/page.ts';
import { appVersion } from '#src/ui/http/app-version.ts';
import { describeError } from './describe-error.ts';
import { createBeaconQueue } from './beacon-queue.ts';
import { randomId, visitId } from './visit-id.ts';

/** Errors from before this file was loaded: thrown values (a failed view) and the window's own error events. */
export type EarlyErrors = { push: (...met: unknown[]) => number } & Iterable<unknown>;

/**
 * Starts measuring a page after it has loaded: a first visit does not wait for this file and its library. From here on,
 * each value pushed into `early` is reported at once.
 */
export function startWebVitals(early: EarlyErrors): void {
  const data = document.getElementById('page-data')?.textContent;
  if (!data || Math.random() >= monitoringLimits.sampleRate) return;
  const { checkout } = JSON.parse(data) as Rendering;
  const page = document.querySelector<HTMLScriptElement>('script[data-page]')?.dataset['page'] ?? '';
  const queue = createBeaconQueue({
    head: () => ({ version: appVersion, visit: visitId(storage(), Date.now(), randomId), page }),
    send,
    now: () => Date.now(),
    after: (ms, call) => void setTimeout(call, ms),
  });
  const known = new WeakSet<object>();
  const take = (met: unknown): void => {
    const { thrown, level } = read(met);
    if (typeof thrown === 'object' && thrown !== null) {
      // A failed view is reported twice: by React, and by the window.
      if (known.has(thrown)) return;
      known.add(thrown);
    }
    const error = describeError(thrown, level, location.origin);
    if (error) queue.error(error);
  };
  for (const met of early) take(met);
  early.push = (...met) => {
    for (const one of met) take(one);
    return 0;
  };

  const vital = ({ name, value }: { name: 'CLS' | 'FCP' | 'INP' | 'LCP' | 'TTFB'; value: number }): void =>
    queue.vital({ name, value: Math.round(value * 1000) / 1000 });
  for (const observe of [onTTFB, onFCP, onLCP, onINP, onCLS]) observe(vital);
  const { brand, variant, product } = checkout;
  if (product) queue.seen({ brand: variant === null ? brand : `${brand}.${variant}`, product: product.code });

  // After the library's own listeners, which report their last values first.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') queue.flush();
  });
  addEventListener('pagehide', queue.flush);
}

/** A thrown value comes from rendering and is fatal; an event is the window's. */
function read(met: unknown): { readonly thrown: unknown; readonly level: Level } {
  if (met instanceof ErrorEvent) return { thrown: met.error ?? new Error(), level: 'error' };
  if (met instanceof PromiseRejectionEvent) return { thrown: met.reason, level: 'error' };
  return { thrown: met, level: 'fatal' };
}

function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** An unloading page does not wait for an answer; the browser sends the beacon by itself. */
function send(beacon: Beacon): void {
  const body = JSON.stringify(beacon);
  const isLeaving = document.visibilityState === 'hidden';
  if (isLeaving && navigator.sendBeacon(beaconPath, new Blob([body], { type: 'application/json' }))) return;
  const patience = new AbortController();
  setTimeout(() => patience.abort(), monitoringLimits.requestTimeoutMs);
  fetch(beaconPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', appVersion },
    body,
    keepalive: true,
    signal: patience.signal,
  }).catch(() => undefined);
}
