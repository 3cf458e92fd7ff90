import { addressGroup } from '#src/kernel/http/server/address-group.ts';
import { cleanText } from '#src/kernel/log/log-fields.server.ts';
import type { Beacon, BrowserErrorReport } from '#src/platform/telemetry/beacon.ts';
import { isIgnored } from '#src/platform/telemetry/level.ts';
import { monitoringLimits } from '#src/platform/telemetry/limits.ts';
import type { Metrics } from '#src/platform/telemetry/metrics.server.ts';
import type { Monitor } from '#src/platform/telemetry/monitor.server.ts';
import { rateWindow } from '#src/kernel/time/rate-window.ts';
import { safeMessage } from '#src/platform/telemetry/safe-message.ts';

/** Receives web vitals and errors of browsers. */
export interface WebVitalsCollector {
  /** False when the address is over its limit; the beacon is then dropped. */
  readonly take: (beacon: Beacon, from: { readonly address: string }) => boolean;
}

export interface WebVitalsCollectorOptions {
  readonly metrics: Metrics;
  readonly monitor: Monitor;
  readonly log: { warn(event: string, fields: Readonly<Record<string, unknown>>): void };
  /** Ids of all pages. Any other id is counted as `other`, so that a caller cannot add labels. */
  readonly pages: ReadonlySet<string>;
  readonly now: () => Date;
}

const minute = 60_000;
/** A school's whole network, or a proxy, may share one address. */
const eventsPerAddress = monitoringLimits.eventsPerMinute * 75;
const maxNames = 20_000;

/**
 * Records vitals as metrics, and errors as log lines and reports. Checks of the browser's code are repeated, since any client
 * can send a beacon.
 */
export function createWebVitalsCollector({
  metrics,
  monitor,
  log,
  pages,
  now,
}: WebVitalsCollectorOptions): WebVitalsCollector {
  const byVisit = rateWindow({ most: monitoringLimits.eventsPerMinute, periodMs: minute, names: maxNames });
  const byAddress = rateWindow({ most: eventsPerAddress, periodMs: minute, names: maxNames });

  function takeError(error: BrowserErrorReport, page: string, visit: string, version: string): void {
    const { level, name, frames } = error;
    const message = cleanText(safeMessage(name, error.message));
    if (isIgnored({ name, message })) return metrics.refused('ignored', 1);
    metrics.browserError(level, page);
    // Logged as a warning, so that a visitor cannot trigger an alert.
    log.warn('browser-error', { page, kind: level, code: name, reason: message, folder: frames[0] ?? '', version });
    monitor.report({
      level,
      event: 'browser-error',
      at: now(),
      fields: { page, visit, version, origin: 'browser' },
      error: { name, message, frames },
    });
    return undefined;
  }

  return {
    take(beacon, { address }) {
      const { vitals, errors, visit, version, dropped } = beacon;
      const at = now().getTime();
      const asked = Math.max(1, vitals.length + errors.length);
      if (byAddress.take(addressGroup(address), at, asked) < asked) {
        metrics.refused('limit', asked);
        return false;
      }
      const passed = byVisit.take(visit, at, asked);
      const page = pages.has(beacon.page) ? beacon.page : 'other';
      const left = Math.max(0, vitals.length + errors.length - passed);
      if (left + dropped > 0) metrics.refused('limit', left + dropped);
      const taken = errors.slice(0, passed);
      for (const error of taken) takeError(error, page, visit, version);
      for (const { name, value } of vitals.slice(0, passed - taken.length)) metrics.vital(name, page, value);
      return true;
    },
  };
}
