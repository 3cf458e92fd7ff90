import type { EnvValues } from './env-values.server.ts';
import { readSentryDsn } from './sentry-dsn.ts';

/** Targets of metrics and reports. */
export interface MonitoringEnv {
  /** Token for `/metrics`; null: they are closed, except in the test environment. */
  readonly metricsToken: string | null;
  /** Base address of an OTLP collector, without a slash at its end; null where there is none. */
  readonly otlpUrl: string | null;
  /** Sentry's data source name; null where there is none. */
  readonly sentryDsn: string | null;
}

/** Services that count sales and visits. */
export interface AnalyticsEnv {
  /** Address of the Measurement Protocol's collector. */
  readonly url: string;
  /** Secrets by measurement id. */
  readonly secrets: Readonly<Record<string, string>>;
  /** For ids without one of their own; null outside the test environment. */
  readonly commonSecret: string | null;
  /** Origin of the tag manager's containers. */
  readonly tagManagerOrigin: string;
}

const collector = 'https://www.google-analytics.com/mp/collect';
const tagManager = 'https://www.googletagmanager.com';

export function readMonitoring(values: EnvValues): MonitoringEnv {
  const token = values.text('METRICS_TOKEN');
  if (token !== null && !/^[\w.~+/=-]{16,200}$/.test(token))
    values.refuse('METRICS_TOKEN', '16 to 200 letters, digits and - . _ ~ + / =');
  const sentryDsn = values.text('SENTRY_DSN');
  if (sentryDsn !== null && readSentryDsn(sentryDsn) === null)
    values.refuse('SENTRY_DSN', 'a data source name such as https://key@sentry.example/42');
  const otlpUrl = values.address('OTLP_URL', ['https', 'http'], null);
  return { metricsToken: token, otlpUrl: otlpUrl?.replace(/\/+$/, '') ?? null, sentryDsn };
}

export function readAnalytics(
  values: EnvValues,
  from: { readonly sandboxOrigin: string | null; readonly testSecrets: boolean },
): AnalyticsEnv {
  const { sandboxOrigin, testSecrets } = from;
  const schemes = sandboxOrigin === null ? ['https'] : ['https', 'http'];
  const atHome = sandboxOrigin === null ? collector : `${sandboxOrigin}/mp/collect`;
  const tagManagerOrigin = values.origin('TAG_MANAGER_ORIGIN', sandboxOrigin ?? tagManager);
  if (sandboxOrigin === null && !tagManagerOrigin.startsWith('https:'))
    values.refuse('TAG_MANAGER_ORIGIN', 'an origin that begins with https:// in production');
  return {
    url: values.address('ANALYTICS_URL', schemes, atHome) ?? atHome,
    secrets: readPairs(values),
    commonSecret: testSecrets ? 'test-analytics-secret-known-to-everybody' : null,
    tagManagerOrigin,
  };
}

/** `G-ABC123=secret,G-DEF456=secret`. */
function readPairs(values: EnvValues): Readonly<Record<string, string>> {
  const text = values.text('ANALYTICS_SECRETS');
  if (text === null) return {};
  const pairs = text.split(',').map((pair) => /^\s*(G-[A-Z0-9]{4,20})=([\w-]{8,100})\s*$/.exec(pair));
  if (pairs.some((pair) => pair === null))
    values.refuse('ANALYTICS_SECRETS', 'pairs such as G-ABC123=secret with commas between them');
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1] ?? '', pair[2] ?? '']] : [])));
}
