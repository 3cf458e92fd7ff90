import { addressGroup } from '../http/address-group.ts';
import type { Metrics } from './metrics.server.ts';
import type { PolicyReport } from './policy-report.ts';
import { rateWindow } from './rate-window.ts';

/** Takes what browsers tell of a policy that refused something. */
export interface PolicyDesk {
  /** False when this address sends too much; what went over the limit is counted only. A request with nothing in it counts as one. */
  readonly take: (reports: readonly PolicyReport[], from: ReportingPage) => boolean;
}

export interface ReportingPage {
  readonly address: string;
  /** The origin that was told. */
  readonly origin: string;
  /** Id of the page at a path; null where no page of ours is. */
  readonly pageAt: (path: string) => string | null;
}

export interface PolicyDeskParts {
  readonly metrics: Pick<Metrics, 'policyReport' | 'refused'>;
  readonly log: { warn(event: string, fields: Readonly<Record<string, unknown>>): void };
  readonly now: () => Date;
}

const minute = 60_000;
/** Anybody can send reports: so many of an address count in a minute. A school's whole network may stand behind one. */
const perAddress = 120;
const mostAddresses = 20_000;
/** The log names each kind once a minute, and no more kinds than these: the rest is counted. */
const mostKinds = 200;

/** Counts refusals by directive and page, and writes each kind of them to the log as a warning. */
export function createPolicyDesk({ metrics, log, now }: PolicyDeskParts): PolicyDesk {
  const byAddress = rateWindow({ most: perAddress, periodMs: minute, names: mostAddresses });
  const byKind = rateWindow({ most: 1, periodMs: minute, names: mostKinds });

  return {
    take(reports, { address, origin, pageAt }) {
      const at = now().getTime();
      // What a browser's own extension does, and what is told of somebody else's page, is nothing of ours.
      const told = reports.filter((one) => one.origin === origin && !one.isOfExtension);
      if (told.length < reports.length) metrics.refused('ignored', reports.length - told.length);
      // Reading is work too: what tells nothing may not be sent without end.
      const passed = byAddress.take(addressGroup(address), at, Math.max(told.length, 1));
      if (passed < told.length) metrics.refused('limit', told.length - passed);
      for (const { directive, blocked, path } of told.slice(0, passed)) {
        const page = pageAt(path) ?? 'other';
        metrics.policyReport(directive, page);
        if (byKind.take(`${directive} ${blocked} ${page}`, at) === 1)
          log.warn('policy-refused', { kind: directive, target: blocked, page });
      }
      return passed > 0;
    },
  };
}
