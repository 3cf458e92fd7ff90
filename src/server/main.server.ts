/**
 * Composes the product: database, jobs, checkout with its API, card fields, and (outside production) the sandbox.
 * `npm start` runs this file.
 */
import path from 'node:path';
import closeWithGrace from 'close-with-grace';
import { serveHealth } from '#src/apps/checkout/checkout.server.ts';
import { findChangedScripts } from '#src/apps/checkout/site/assets/script-inventory.server.ts';
import { loadViews } from '#src/apps/checkout/site/views.server.ts';
import { startJobQueue } from '#src/platform/job-queue/job-queue.server.ts';
import { openMailTransport } from '#src/platform/mail-transport/mail-transport.server.ts';
import { readMailLogos } from '#src/apps/worker/emails/mail-logos.server.ts';
import { topicSignal } from '#src/apps/console/live/live-hub.server.ts';
import { createMailer } from '#src/apps/worker/emails/mailer.server.ts';
import { lastRuns } from '#src/apps/worker/job-runs.repository.server.ts';
import { jobs } from '#src/apps/worker/jobs/index.server.ts';
import { startWorker, type Worker } from '#src/apps/worker/worker.server.ts';
import { catalogPort, loadThemes, loadWords } from '#src/branding/index.server.ts';
import { createInPersonPaymentService } from '#src/domain/in-person/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { createSubscriptionService } from '#src/domain/subscriptions/plan-changes/index.server.ts';
import { createPointsMemberService } from '#src/domain/customers/loyalty/index.server.ts';
import { createWebhookDispatcher } from '#src/domain/messaging/webhooks/index.server.ts';
import { createGateways } from '#src/gateways/gateway-directory.server.ts';
import { gatewayFactories, programmeFactories, smsFactories } from '#src/gateways/registry.server.generated.ts';
import { createProgramme, createSms } from '#src/gateways/company.factories.server.ts';
import { createDatabaseRetry } from '#src/kernel/db/database-retry.server.ts';
import { databaseTimeReader } from '#src/kernel/db/database-time.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { openSignalChannel } from '#src/kernel/db/signal-channel.server.ts';
import { startDatabase } from '#src/platform/embedded-postgres/start-database.server.ts';
import { describeEnvProblems, type Env, readEnv } from '#src/server/env.server.ts';
import { armCrashPoint, crashPoint } from '#src/server/crash-point.server.ts';
import { codeKeyOf } from '#src/kernel/env/encryption-keys-env.server.ts';
import { Shutdown } from '#src/server/shutdown.server.ts';
import { StartupError, describeStartupError } from '#src/kernel/env/startup-error.server.ts';
import { SyncedTime, keepSynced } from '#src/kernel/time/synced-time.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { rails } from '#src/rails/registry.generated.ts';
import { railDocuments } from '#src/rails/registry.documents.server.generated.ts';
import { railServers } from '#src/rails/registry.server.generated.ts';
import { createRailDirectory } from '#src/rails/rail-directory.server.ts';
import { createAnalytics } from './analytics.server.ts';
import { consoleReadAddress } from './console-readers.server.ts';
import { openConsole } from './console.server.ts';
import { buildOf, registerProcess } from './processes/register-process.server.ts';
import { readBrands } from './brands.server.ts';
import { ensureDatabase } from './prepare-database.server.ts';
import { loadRoutes } from './gateway-routes.server.ts';
import { createWebhooks } from './webhooks.server.ts';
import { createDocuments } from './documents.server.ts';
import { type Health, openWebServer } from './web-server.server.ts';
import { startSandbox } from './start-sandbox.server.ts';
import { productVersion, startObservability, type Observability } from './observability.server.ts';
import { describeStart } from './start-lines.server.ts';
import { domainHandlers } from './domain-handlers.server.ts';

/** Folder of the build (`npm run build`), beside `src`. */
const root = path.resolve(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');

/** How long a quote is valid, and the pause after refused tries. */
const quoteLifetimeSeconds = 30 * 60;
const maxDeclinedAttempts = 3;
const declinePauseSeconds = 15 * 60;

async function compose(env: Env, observability: Observability, shutdown: Shutdown): Promise<readonly string[]> {
  armCrashPoint(env.crashAt);
  const runsJobs = env.role === 'all' || env.role === 'worker';
  const servesBuyers = env.role === 'all' || env.role === 'app';
  const { log } = observability;
  const time = new SyncedTime();
  const clock = new VirtualClock(undefined, () => time.nowMs());
  const brands = readBrands(env, path.join(root, 'brands'));
  const changed = findChangedScripts(dist);
  if (changed.length > 0)
    throw new StartupError(`The build is not what it was made as: ${changed.join(', ')}. npm run build`);
  const [views, themes, words] = [await loadViews(dist), loadThemes(dist), loadWords(dist)];

  const withDatabaseRetry = createDatabaseRetry(log);
  const database = await startDatabase(env, log, withDatabaseRetry);
  if (!database.ok) throw new StartupError(database.error.message);
  shutdown.add(() => database.value.stop());
  const address = database.value.poolConfig;
  const owner = await ensureDatabase({ address, owner: database.value.ownerConfig }, log, withDatabaseRetry);
  const pool = createPool(address, { onIdleError: (error) => log.warn('connection-lost', { error }) });
  shutdown.add(() => pool.end());
  const readTime = databaseTimeReader(pool);
  // Before any date is read.
  await withDatabaseRetry(() => time.sync(readTime));
  const syncing = keepSynced(time, readTime, log);
  shutdown.add(async () => syncing.stop());

  const { boss, queue, queues } = await withDatabaseRetry(() =>
    startJobQueue(address, jobs, (error) => log.warn('queue-error', { error }), runsJobs),
  );
  // A start that fails later closes the queue before its database; closing a stopped queue does nothing.
  shutdown.add(() => boss.stop({ graceful: false }));
  const signals = await withDatabaseRetry(() => openSignalChannel(address, pool, 'order_changed'));
  shutdown.add(() => signals.close());

  let worker: Worker | null = null;
  let stopWork = async (): Promise<unknown> => undefined;
  const sandbox = await startSandbox(env, clock, log, async () => worker?.runDue());
  if (sandbox) shutdown.add(() => sandbox.close());
  const transport = openMailTransport(env.smtpUrl, { requiresTls: env.appEnv === 'production' });
  shutdown.add(async () => transport.close());
  // Closed before the ports of jobs: an e-mail that is being sent still reaches its mail server.
  shutdown.add(() => boss.stop({ graceful: true, timeout: 8_000 }));

  const analytics = createAnalytics(brands, env.analytics, observability.metrics);
  const db = createKysely<Database>(pool);
  const codeKey = codeKeyOf(env.cookieSecret);
  const services = {
    members: createPointsMemberService({ db, clock, codeKey }),
    inPersonPayments: createInPersonPaymentService({ db, clock }),
  };
  const settings = { env, clock, ...services };
  const gateways = createGateways(Object.values(gatewayFactories), settings, loadRoutes(env, brands));
  const base: DomainContext = {
    ...createDocuments(env, { brands, words, themes, clock }),
    analytics,
    db,
    clock,
    log,
    catalog: catalogPort(brands),
    rails: createRailDirectory(Object.values(rails), railServers),
    gateways,
    jobs: queue,
    signals: { orderChanged: (id) => signals.emit(id), onOrder: (id, listener) => signals.on(id, listener) },
    staffSignals: { listChanged: (list) => signals.emit(topicSignal(list)) },
    sms: createSms(Object.values(smsFactories), { env, clock }),
    points: createProgramme(Object.values(programmeFactories), { env, clock }),
    webhooks: createWebhooks(brands, env),
    config: {
      publicOrigin: env.publicOrigin,
      quoteLifetimeSeconds,
      maxDeclinedAttempts,
      declinePauseSeconds,
      codeKey,
      encryptionKeys: env.encryptionKeys,
      risk: { countsPrivateAddresses: env.appEnv === 'production' },
    },
    crashPoint,
    handlers: domainHandlers,
  };
  const ctx: DomainContext = { ...base, subscriptionService: createSubscriptionService(base) };
  const mailer = createMailer({
    ctx,
    brands,
    words,
    themes,
    documents: railDocuments,
    transport,
    from: env.mailFrom,
    publicOrigin: env.publicOrigin,
    logos: readMailLogos(path.join(root, 'brands'), brands),
  });
  if (runsJobs) {
    const dispatcher = createWebhookDispatcher(ctx);
    const started = await startWorker(
      boss,
      jobs,
      { webhookDispatcher: dispatcher, ...ctx, ...mailer },
      withDatabaseRetry,
    );
    worker = started;
    let stopping: Promise<unknown> | null = null;
    stopWork = () => (stopping ??= Promise.all([started.stop(), dispatcher.stop()]));
    shutdown.add(stopWork);
  }

  const work = { pool, queues, circuits: () => gateways.circuits() };
  observability.addMetrics({ ctx, ...work });
  const app = observability.webServer();
  const health: Health = {
    isStopping: () => shutdown.isStopping,
    readiness: [
      { name: 'database', check: async () => (await pool.query('select 1')).rowCount === 1 },
      // A failing job is logged: a gateway's outage must not make the product unready for all buyers.
      { name: 'jobs', check: async () => !runsJobs || worker !== null },
    ],
    statesToken: env.monitoring.metricsToken,
    states: async () => ({
      gateways: Object.fromEntries(gateways.circuits().map((one) => [one.gateway, one.state])),
      jobs: await lastRuns(ctx.db),
    }),
  };
  if (!servesBuyers) serveHealth(app, health);
  else {
    const brandsDir = path.join(root, 'brands');
    const parts = {
      ...{ env, ctx: { ...ctx, analytics }, observability, brands, views, words, themes },
      ...{ dist, brandsDir, health },
    };
    shutdown.add(await openWebServer(app, parts));
  }
  await app.listen({ host: env.host, port: env.port });
  if (env.console !== null) {
    const places = { readUrl: env.console.readUrl, database: address, owner };
    const readAddress = await withDatabaseRetry(() => consoleReadAddress(places, log));
    const parts = { env, settings: env.console, ctx, brands, observability, readAddress, signals, dist, work };
    shutdown.add(await openConsole({ ...parts, previewEmail: mailer.previewEmail }));
  }
  // In parallel: each may take eight seconds, and the whole stop has twenty.
  shutdown.add(() => Promise.all([app.close(), stopWork()]));
  // Work left by a crash is checked now, not in a minute.
  void worker?.runDue({ atStart: true });

  shutdown.add(await registerProcess(ctx, { role: env.role, version: productVersion(), build: buildOf(dist) }));
  return describeStart(env, { sandboxOrigin: sandbox?.origin ?? null, databaseFolder: database.value.folder });
}

async function main(): Promise<void> {
  const env = readEnv(process.env);
  if (!env.ok) {
    console.error(describeEnvProblems(env.error));
    process.exitCode = 1;
    return;
  }
  const shutdown = new Shutdown();
  const observability = startObservability(env.value, shutdown);
  const { log } = observability;
  shutdown.add(() => observability.close());
  const { stopDelaySeconds } = env.value;
  const delay = 20_000 + stopDelaySeconds * 1000;
  const { uninstall } = closeWithGrace({ delay, logger: false }, async ({ err: error }) => {
    if (error) observability.failed(error);
    else await shutdown.announce(stopDelaySeconds);
    await shutdown.run(log);
  });
  try {
    const lines = await compose(env.value, observability, shutdown);
    console.log(lines.join('\n'));
  } catch (error) {
    uninstall();
    await shutdown.run(log);
    console.error(describeStartupError(error, env.value) ?? error);
    process.exit(1);
  }
}

await main();
