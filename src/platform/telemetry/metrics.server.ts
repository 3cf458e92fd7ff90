import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Level } from './level.ts';
import type { VitalName } from './vital-names.ts';

/** One answered request. `route` is the pattern (`/payment/:id`), never the address. */
export interface RequestSample {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** A gauge that is read at each scrape: a value per combination of labels. */
export interface MetricDefinition {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly read: () => Promise<readonly MetricValue[]> | readonly MetricValue[];
}
export interface MetricValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Metrics of the product and its pages, for `/metrics`. Labels are words of ours: patterns, methods, states. */
export interface Metrics {
  readonly answered: (request: RequestSample) => void;
  readonly vital: (name: VitalName, page: string, value: number) => void;
  readonly browserError: (level: Level, page: string) => void;
  /** Refused events of browsers, by reason. */
  readonly refused: (reason: 'limit' | 'ignored', count: number) => void;
  /** Counts a line of the log; refusals and moves of attempts by what they say, too. */
  readonly logLine: (level: Level, event?: string, fields?: Readonly<Record<string, unknown>>) => void;
  /** Violations of a page's policy, by directive and page id. */
  readonly cspReport: (directive: string, page: string) => void;
  readonly analytics: (event: string, outcome: string) => void;
  readonly add: (metric: MetricDefinition) => void;
  /** Prometheus' text format, version 0.0.4. */
  readonly text: () => Promise<{ readonly type: string; readonly body: string }>;
}

const prefix = 'matricula_';
const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** In seconds; the limits of "good" and "needs improvement" are among them (web.dev: LCP, FCP, INP, TTFB). */
const vitalSeconds = [0.1, 0.2, 0.5, 0.8, 1.8, 2.5, 3, 4, 8];
const shiftScores = [0.01, 0.05, 0.1, 0.25, 0.5];

export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register, prefix });
  const requests = new Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: 'Time to answer a request, by the pattern of its address',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers,
  });
  const vitals = new Histogram({
    name: `${prefix}web_vital_seconds`,
    help: 'Times that browsers measured on pages (web-vitals)',
    labelNames: ['name', 'page'],
    buckets: vitalSeconds,
    registers,
  });
  const shifts = new Histogram({
    name: `${prefix}web_vital_layout_shift`,
    help: 'Cumulative layout shift that browsers measured on pages (web-vitals)',
    labelNames: ['page'],
    buckets: shiftScores,
    registers,
  });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: prefix + name, help, labelNames, registers });
  const errors = counter('browser_errors_total', 'Errors that browsers met on pages', ['level', 'page']);
  const refusals = counter('browser_events_refused_total', 'Events of browsers that were not taken', ['reason']);
  const policy = counter('csp_reports_total', 'What policies of pages refused in browsers', ['directive', 'page']);
  const lines = counter('log_lines_total', 'Lines of the log', ['level']);
  const denials = counter('denied_requests_total', 'Requests that were refused because of their sender', ['kind']);
  const moves = counter('attempt_moves_total', 'Moves of attempts to pay, by the new state and who said it', [
    'to',
    'source',
  ]);
  const analyticsEvents = counter('analytics_events_total', 'E-commerce events sent by the server', [
    'event',
    'outcome',
  ]);
  const readFailures = counter('metric_read_failures_total', 'Gauges that could not be read at a scrape', ['metric']);

  return {
    answered: ({ method, route, status, seconds: took }) => requests.observe({ method, route, status }, took),
    vital: (name, page, value) => {
      if (name === 'CLS') shifts.observe({ page }, value);
      else vitals.observe({ name, page }, value / 1000);
    },
    browserError: (level, page) => errors.inc({ level, page }),
    refused: (reason, count) => refusals.inc({ reason }, count),
    logLine: (level, event, { kind, count, state, source } = {}) => {
      lines.inc({ level });
      // A line of the log stands for itself and for those that were left out before it.
      if (event === 'refused') denials.inc({ kind: String(kind) }, 1 + (typeof count === 'number' ? count : 0));
      if (event === 'attempt-moved') moves.inc({ to: String(state), source: String(source) });
    },
    cspReport: (directive, page) => policy.inc({ directive, page }),
    analytics: (event, outcome) => analyticsEvents.inc({ event, outcome }),
    add: ({ name, help, labels, read }) => {
      const gauge = new Gauge({
        name: prefix + name,
        help,
        labelNames: [...labels],
        registers,
        collect: async () => {
          try {
            const rows = await read();
            gauge.reset();
            for (const row of rows) gauge.set(row.labels, row.value);
          } catch {
            // A gauge that cannot be read (its database is away or closed) leaves the others in place.
            gauge.reset();
            readFailures.inc({ metric: name });
          }
        },
      });
    },
    text: async () => ({ type: register.contentType, body: await register.metrics() }),
  };
}
