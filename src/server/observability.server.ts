/** Composes the log, the metrics and the reports of errors. No purchase depends on them. */
import { readSentryDsn } from '#src/kernel/env/sentry-dsn.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { handleMalformedUrl } from '#src/kernel/http/server/malformed-url.server.ts';
import { handleClientError } from '#src/kernel/http/server/malformed-request.server.ts';
import { drainRequests } from '#src/kernel/http/server/drain-requests.server.ts';
import { guardRequests } from '#src/kernel/http/server/request-guard.server.ts';
import { pagesByPath } from '#src/kernel/http/server/page-by-path.ts';
import { addCspReportRoute } from '#src/platform/telemetry/csp-report-routes.server.ts';
import { logDeniedRequests } from '#src/kernel/http/server/denied-requests.server.ts';
import {
  createWebVitalsCollector,
  type WebVitalsCollector,
} from '#src/apps/api/routes/web-vitals/web-vitals-collector.server.ts';
import { pages, steps } from '#src/apps/checkout/registry.generated.ts';
import { serveMetrics, measureResponses } from '#src/server/metrics-endpoint.server.ts';
import { addProductMetrics, type MetricSources } from '#src/server/product-metrics.server.ts';
import {
  type BrandProblem,
  describeProblem,
  type FlagService,
  openFlagService,
  readAllFlags,
} from '#src/branding/index.server.ts';
import type { Env } from '#src/server/env.server.ts';
import { createLog, type Log } from '#src/kernel/log/log.server.ts';
import { createMetrics, type Metrics } from '#src/platform/telemetry/metrics.server.ts';
import { createMonitor } from '#src/platform/telemetry/monitor.server.ts';
import {
  createCspReportCollector,
  type CspReportCollector,
} from '#src/platform/telemetry/csp-report-collector.server.ts';
import { otlpReceiver } from '#src/platform/telemetry/otlp.server.ts';
import { sentryReceiver } from '#src/platform/telemetry/sentry.server.ts';
import { reportedLog } from '#src/platform/telemetry/reported-log.server.ts';
import { systemClock } from '#src/kernel/time/clock.ts';

export interface Observability {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly webVitals: WebVitalsCollector;
  /** Collects browsers' CSP reports. */
  readonly cspReports: CspReportCollector;
  /** A web server whose responses are measured, with `/metrics`. */
  readonly webServer: () => FastifyInstance;
  /** The same for the staff's console on its own origin, without `/metrics`. */
  readonly consoleServer: (origin: string) => FastifyInstance;
  readonly addMetrics: (sources: MetricSources) => void;
  /** Opens the feature flags of the brands in a folder; `close` closes them too. */
  readonly openFlags: (dir: string, brands: readonly string[]) => Promise<FlagService>;
  /** Reports an error that ends the process. */
  readonly failed: (error: Error) => void;
  /** Sends the queued reports. */
  readonly close: () => Promise<void>;
}

export function startObservability(env: Env, stopping: { readonly isStopping: boolean }): Observability {
  const { otlpUrl, sentryDsn, metricsToken } = env.monitoring;
  const now = (): Date => systemClock.now();
  const about = { environment: env.appEnv, version: productVersion() };
  const metrics = createMetrics();
  const sentry = sentryDsn === null ? null : readSentryDsn(sentryDsn);
  const monitor = createMonitor({
    ...(otlpUrl === null ? {} : { monitoring: otlpReceiver({ url: otlpUrl, ...about }) }),
    ...(sentry ? { errorReports: sentryReceiver({ address: sentry, ...about }) } : {}),
  });
  const plainLog = createLog({ level: env.logLevel });
  const log = reportedLog(plainLog, { monitor, now, count: metrics.logLine });
  const cspReports = createCspReportCollector({ metrics, log, now });
  const pageAt = pagesByPath([...Object.values(steps), ...Object.values(pages)]);
  let flags: FlagService | null = null;
  const guardedServer = (origin: string, nameOf: (path: string) => string | null): FastifyInstance => {
    const app = createApp(env);
    drainRequests(app, { isStopping: () => stopping.isStopping });
    guardRequests(app, { publicOrigin: origin, allowsLoopback: env.appEnv === 'test', log });
    measureResponses(app, metrics);
    logDeniedRequests(app, log, now);
    addCspReportRoute(app, { collector: cspReports, origin, pageAt: nameOf });
    return app;
  };

  return {
    log,
    metrics,
    webVitals: createWebVitalsCollector({
      metrics,
      monitor,
      log,
      pages: new Set([...Object.keys(steps), ...Object.keys(pages)]),
      now,
    }),
    cspReports,
    webServer: () => {
      const app = guardedServer(env.publicOrigin, pageAt);
      serveMetrics(app, { metrics, token: metricsToken, isOpen: env.appEnv === 'test' });
      return app;
    },
    consoleServer: (origin) => guardedServer(origin, () => 'console'),
    addMetrics: (sources) => addProductMetrics(metrics, sources),
    openFlags: async (dir, brands) => {
      const report = (problem: BrandProblem): void => log.warn('flags-refused', { reason: describeProblem(problem) });
      flags = await openFlagService({ brands, read: () => readAllFlags(dir, env.appEnv, report), log });
      return flags;
    },
    failed: (error) => log.fatal('process-failed', { error }),
    close: async () => {
      await flags?.close();
      await monitor.flush();
    },
  };
}

function createApp({
  trustedProxies,
  maxConnections,
}: Pick<Env, 'trustedProxies' | 'maxConnections'>): FastifyInstance {
  const app = Fastify({
    logger: false,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    frameworkErrors: handleMalformedUrl,
    clientErrorHandler: handleClientError,
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
    return503OnClosing: true,
  });
  // Leaves file descriptors for the database's sockets.
  app.server.maxConnections = maxConnections;
  return app;
}

/** The version of the product that this process runs. */
export function productVersion(): string {
  const file = path.resolve(import.meta.dirname, '../../package.json');
  const manifest: { readonly version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return manifest.version;
}
