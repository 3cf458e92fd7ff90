import { addressGroup } from '../../kernel/http/server/address-group.ts';
import type { Metrics } from './metrics.server.ts';
import type { CspReport } from './csp-report.ts';
import { rateWindow } from '../../kernel/time/rate-window.ts';

/** Collects browsers' CSP reports. */
export interface CspReportCollector {
  /** False when this address sends too much; reports above the limit are only counted. An empty request counts as one. */
  readonly take: (reports: readonly CspReport[], from: CspReportSource) => boolean;
}

export interface CspReportSource {
  readonly address: string;
  /** The origin in the report. */
  readonly origin: string;
  /** Id of the page at a path; null where there is none. */
  readonly pageAt: (path: string) => string | null;
}

export interface CspReportCollectorOptions {
  readonly metrics: Pick<Metrics, 'cspReport' | 'refused'>;
  readonly log: { warn(event: string, fields: Readonly<Record<string, unknown>>): void };
  readonly now: () => Date;
}

const minute = 60_000;
/** Reports are public: limit of an address in a minute. A school's whole network may share one address. */
const perAddress = 120;
const maxAddresses = 20_000;
/** The log has each kind once a minute, and no more kinds than these: the rest is counted. */
const maxKinds = 200;

/** Counts violations by directive and page, and logs each kind of them as a warning. */
export function createCspReportCollector({ metrics, log, now }: CspReportCollectorOptions): CspReportCollector {
  const byAddress = rateWindow({ most: perAddress, periodMs: minute, names: maxAddresses });
  const byKind = rateWindow({ most: 1, periodMs: minute, names: maxKinds });

  return {
    take(reports, { address, origin, pageAt }) {
      const at = now().getTime();
      // Reports about browser extensions and other sites' pages do not count.
      const accepted = reports.filter((one) => one.origin === origin && !one.isOfExtension);
      if (accepted.length < reports.length) metrics.refused('ignored', reports.length - accepted.length);
      // Parsing costs time too: empty reports are limited as well.
      const passed = byAddress.take(addressGroup(address), at, Math.max(accepted.length, 1));
      if (passed < accepted.length) metrics.refused('limit', accepted.length - passed);
      for (const { directive, blocked, path } of accepted.slice(0, passed)) {
        const page = pageAt(path) ?? 'other';
        metrics.cspReport(directive, page);
        if (byKind.take(`${directive} ${blocked} ${page}`, at) === 1)
          log.warn('csp-violation', { kind: directive, target: blocked, page });
      }
      return passed > 0;
    },
  };
}
