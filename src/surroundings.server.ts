/** Composes what goes on around the product: its log, metrics, and whoever hears of errors. Nothing of a purchase needs it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerBrokenAddress } from '#src/kernel/http/broken-address.server.ts';
import { answerBrokenRequest } from '#src/kernel/http/broken-request.server.ts';
import { finishAnswers } from '#src/kernel/http/finish-answers.server.ts';
import { guardAnswers } from '#src/kernel/http/guard-answers.server.ts';
import { pagesByPath } from '#src/kernel/http/page-at.ts';
import { takePolicyReports } from '#src/kernel/http/policy-reports.server.ts';
import { logRefusals } from '#src/kernel/http/refusals.server.ts';
import { createMeasureDesk, type MeasureDesk } from '#src/apps/api/measure-desk.server.ts';
import { pages, steps } from '#src/apps/checkout/registry.generated.ts';
import { serveMetrics, watchAnswers } from '#src/apps/monitor/metrics-page.server.ts';
import { addProductFigures, type FigureSources } from '#src/apps/monitor/product-figures.server.ts';
import {
  type BrandProblem,
  describeProblem,
  type FlagBoard,
  openFlagBoard,
  readAllFlags,
} from '#src/branding/index.server.ts';
import type { Env } from '#src/kernel/env/env.server.ts';
import { createLog, type Log } from '#src/kernel/log/log.server.ts';
import { monitoringLimits } from '#src/kernel/monitoring/limits.ts';
import { createMetrics, type Metrics } from '#src/kernel/monitoring/metrics.server.ts';
import { createMonitor } from '#src/kernel/monitoring/monitor.server.ts';
import { createPolicyDesk, type PolicyDesk } from '#src/kernel/monitoring/policy-desk.server.ts';
import { sendMetrics } from '#src/kernel/monitoring/otlp-metrics.server.ts';
import { otlpReceiver } from '#src/kernel/monitoring/otlp.server.ts';
import { readSentryDsn, sentryReceiver } from '#src/kernel/monitoring/sentry.server.ts';
import { watchedLog } from '#src/kernel/monitoring/watched-log.server.ts';
import { systemClock } from '#src/kernel/time/clock.ts';

export interface Surroundings {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly measures: MeasureDesk;
  /** Hears of what policies of pages refused in browsers. */
  readonly policyReports: PolicyDesk;
  /** A web server whose answers are measured, with `/metrics`. */
  readonly webServer: () => FastifyInstance;
  readonly addFigures: (sources: FigureSources) => void;
  /** Opens the feature flags of the brands in a folder; they close with the surroundings. */
  readonly openFlags: (dir: string, brands: readonly string[]) => Promise<FlagBoard>;
  /** The process itself broke. */
  readonly failed: (error: Error) => void;
  /** Hands on what still waits. */
  readonly close: () => Promise<void>;
}

export function startSurroundings(env: Env): Surroundings {
  const { otlpUrl, sentryDsn, metricsToken } = env.monitoring;
  const now = (): Date => systemClock.now();
  const began = now();
  const about = { environment: env.appEnv, version: productVersion() };
  const metrics = createMetrics();
  const otlp = otlpUrl === null ? null : { url: otlpUrl, ...about };
  const sentry = sentryDsn === null ? null : readSentryDsn(sentryDsn);
  const monitor = createMonitor({
    ...(otlp ? { monitoring: otlpReceiver(otlp) } : {}),
    ...(sentry ? { errorReports: sentryReceiver({ address: sentry, ...about }) } : {}),
  });
  const plainLog = createLog({ level: env.logLevel });
  const log = watchedLog(plainLog, { monitor, now, count: metrics.logLine });
  const tellMetrics = async (): Promise<void> => {
    if (otlp) await sendMetrics(otlp, await metrics.rows(), began, now());
  };
  const timer = otlp ? setInterval(() => void tellMetrics(), monitoringLimits.refreshSeconds * 1000).unref() : null;

  const policyReports = createPolicyDesk({ metrics, log, now });
  const pageAt = pagesByPath([...Object.values(steps), ...Object.values(pages)]);
  let flags: FlagBoard | null = null;

  return {
    log,
    metrics,
    measures: createMeasureDesk({
      metrics,
      monitor,
      log,
      pages: new Set([...Object.keys(steps), ...Object.keys(pages)]),
      now,
    }),
    policyReports,
    webServer: () => {
      const app = createApp(env);
      finishAnswers(app);
      guardAnswers(app, { publicOrigin: env.publicOrigin, takesLoopback: env.appEnv === 'test', log });
      watchAnswers(app, metrics);
      logRefusals(app, log, now);
      serveMetrics(app, { metrics, token: metricsToken, isOpen: env.appEnv === 'test' });
      takePolicyReports(app, { desk: policyReports, origin: env.publicOrigin, pageAt });
      return app;
    },
    addFigures: (sources) => addProductFigures(metrics, sources),
    openFlags: async (dir, brands) => {
      const report = (problem: BrandProblem): void => log.warn('flags-refused', { reason: describeProblem(problem) });
      flags = await openFlagBoard({ brands, read: () => readAllFlags(dir, env.appEnv, report), log });
      return flags;
    },
    failed: (error) => log.fatal('process-failed', { error }),
    close: async () => {
      if (timer) clearInterval(timer);
      await flags?.close();
      await Promise.all([tellMetrics(), monitor.flush()]);
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
    frameworkErrors: answerBrokenAddress,
    clientErrorHandler: answerBrokenRequest,
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
    return503OnClosing: true,
  });
  // Sockets of the database need room beside those of visitors.
  app.server.maxConnections = maxConnections;
  return app;
}

function productVersion(): string {
  const file = path.resolve(import.meta.dirname, '../package.json');
  const manifest: { readonly version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return manifest.version;
}
