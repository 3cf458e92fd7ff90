/**
 * Composes the product: database, jobs, checkout with its API, card fields, and (outside production) the stand-in for
 * the outside world. This is what `npm start` runs.
 */
import path from 'node:path';
import closeWithGrace from 'close-with-grace';
import { serveHealth } from '#src/apps/checkout/checkout.server.ts';
import { changedScripts } from '#src/apps/checkout/web/script-inventory.server.ts';
import { loadViews } from '#src/apps/checkout/web/views.server.ts';
import { startJobQueue } from '#src/apps/worker/job-queue.server.ts';
import { openMailTransport } from '#src/apps/worker/letters/mail-transport.server.ts';
import { readMailLogos } from '#src/apps/worker/letters/mail-logos.server.ts';
import { createPostOffice } from '#src/apps/worker/letters/post-office.server.ts';
import { lastRuns } from '#src/apps/worker/job-runs.repository.server.ts';
import { jobs } from '#src/apps/worker/registry.server.generated.ts';
import { startWorker, type Worker } from '#src/apps/worker/worker.server.ts';
import { catalogPort, loadThemes, loadWords } from '#src/branding/index.server.ts';
import { createClaimDesk } from '#src/domain/claims/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { createSubscriptionDesk } from '#src/domain/subscription-desk/index.server.ts';
import { createMemberDesk } from '#src/domain/loyalty/index.server.ts';
import { createCourier } from '#src/domain/outgoing/index.server.ts';
import { createGateways } from '#src/gateways/gateway-directory.server.ts';
import { gatewayFactories, programmeFactories, smsFactories } from '#src/gateways/registry.server.generated.ts';
import { createProgramme } from '#src/gateways/programme.factory.server.ts';
import { createSms } from '#src/gateways/sms.factory.server.ts';
import { giveRights, roleOf } from '#src/kernel/db/app-role.server.ts';
import { awaitDatabase } from '#src/kernel/db/await-database.server.ts';
import { timeOf } from '#src/kernel/db/database-time.server.ts';
import { migrate } from '#src/kernel/db/migrate.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { openSignalChannel } from '#src/kernel/db/signal-channel.server.ts';
import { startDatabase } from '#src/kernel/db/start-database.server.ts';
import { describeEnvProblems, type Env, readEnv } from '#src/kernel/env/env.server.ts';
import { armCrashPoint, crashPoint } from '#src/kernel/errors/crash-point.server.ts';
import { codeKeyOf } from '#src/kernel/env/seal-env.server.ts';
import { Shutdown } from '#src/kernel/process/shutdown.server.ts';
import { RefusedStart, refusalSentence } from '#src/kernel/process/start-refusal.server.ts';
import { AgreedTime, keepAgreed } from '#src/kernel/time/agreed-time.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { rails } from '#src/rails/registry.generated.ts';
import { railDocuments } from '#src/rails/registry.documents.server.generated.ts';
import { railServers } from '#src/rails/registry.server.generated.ts';
import { createRailDirectory } from '#src/rails/rail-directory.server.ts';
import { createAnalytics } from './analytics.server.ts';
import { readBrands } from './brands.server.ts';
import { loadRoutes } from './gateway-routes.server.ts';
import { createOutgoing } from './outgoing.server.ts';
import { createPapers } from './papers.server.ts';
import { type Health, openShop } from './shop.server.ts';
import { startSandbox } from './sandbox.server.ts';
import { startSurroundings, type Surroundings } from './surroundings.server.ts';

/** Folder of the build (`npm run build`), beside `src`. */
const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');

/** How long a shown price holds, and the pause after refused tries. */
const quoteLifeSeconds = 30 * 60;
const maxDeclinedTries = 3;
const declinePauseSeconds = 15 * 60;

async function compose(env: Env, around: Surroundings, shutdown: Shutdown): Promise<readonly string[]> {
  armCrashPoint(env.crashAt);
  const { log } = around;
  const time = new AgreedTime();
  const clock = new VirtualClock(undefined, () => time.nowMs());
  const brands = readBrands(env, path.join(root, 'brands'));
  const changed = changedScripts(dist);
  if (changed.length > 0)
    throw new RefusedStart(`The build is not what it was made as: ${changed.join(', ')}. npm run build`);
  const [views, themes, words] = [await loadViews(dist), loadThemes(dist), loadWords(dist)];

  const patiently = awaitDatabase(log);
  const database = await startDatabase(env, log, patiently);
  if (!database.ok) throw new RefusedStart(database.error.message);
  shutdown.add(() => database.value.stop());
  const { poolConfig: address, ownerConfig: owner } = database.value;
  const onWait = () => log.warn('migration-awaited');
  const migrated = await patiently(() => migrate(owner, { onWait }));
  if (!migrated.ok) throw new RefusedStart(migrated.error.message);
  const pool = createPool(address, { onIdleError: (error) => log.warn('connection-lost', { error }) });
  shutdown.add(() => pool.end());
  const askTime = timeOf(pool);
  // Before anything is dated.
  await patiently(() => time.agree(askTime));
  const agreeing = keepAgreed(time, askTime, log);
  shutdown.add(async () => agreeing.stop());

  const { boss, queue } = await patiently(() =>
    startJobQueue(owner, Object.values(jobs), (error) => log.warn('queue-troubled', { error }), env.role !== 'app'),
  );
  // A start that fails further on closes the queue before its database; a queue that was stopped stays so.
  shutdown.add(() => boss.stop({ graceful: false }));
  if (owner !== address) await patiently(async () => giveRights(owner, await roleOf(address)));
  const signals = await patiently(() => openSignalChannel(address, pool, 'order_changed'));
  shutdown.add(() => signals.close());

  let worker: Worker | null = null;
  let stopWork = async (): Promise<unknown> => undefined;
  const outside = await startSandbox(env, clock, log, async () => worker?.runDue());
  if (outside) shutdown.add(() => outside.close());
  const transport = openMailTransport(env.smtpUrl, { requiresTls: env.appEnv === 'production' });
  shutdown.add(async () => transport.close());
  // Before what jobs call: a letter on its way still finds its mail server.
  shutdown.add(() => boss.stop({ graceful: true, timeout: 8_000 }));

  const analytics = createAnalytics(brands, env.analytics, around.metrics);
  const db = createKysely<Database>(pool);
  const codeKey = codeKeyOf(env.cookieSecret);
  const desks = { members: createMemberDesk({ db, clock, codeKey }), desk: createClaimDesk({ db, clock }) };
  const settings = { env, clock, ...desks };
  const gateways = createGateways(Object.values(gatewayFactories), settings, loadRoutes(env, brands));
  const base: DomainContext = {
    ...createPapers(env, { brands, words, themes, clock }),
    analytics,
    db,
    clock,
    log,
    catalog: catalogPort(brands),
    rails: createRailDirectory(Object.values(rails), railServers),
    gateways,
    jobs: queue,
    signals: { orderChanged: (id) => signals.emit(id), onOrder: (id, listener) => signals.on(id, listener) },
    sms: createSms(Object.values(smsFactories), { env, clock }),
    points: createProgramme(Object.values(programmeFactories), { env, clock }),
    outgoing: createOutgoing(brands, env),
    config: {
      publicOrigin: env.publicOrigin,
      quoteLifeSeconds,
      maxDeclinedTries,
      declinePauseSeconds,
      codeKey,
      sealKeys: env.sealKeys,
      defences: { countsPrivate: env.appEnv === 'production' },
    },
    crashPoint,
  };
  const ctx: DomainContext = { ...base, subscriptionDesk: createSubscriptionDesk(base) };
  const office = createPostOffice({
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
  if (env.role !== 'app') {
    const courier = createCourier(ctx);
    const started = await startWorker(boss, Object.values(jobs), { courier, ...ctx, ...office }, patiently);
    worker = started;
    let stopping: Promise<unknown> | null = null;
    stopWork = () => (stopping ??= Promise.all([started.stop(), courier.stop()]));
    shutdown.add(stopWork);
  }

  around.addFigures({ ctx, pool, queues: () => boss.getQueues(), circuits: () => gateways.circuits() });
  const app = around.webServer();
  const health: Health = {
    readiness: [
      { name: 'database', check: async () => (await pool.query('select 1')).rowCount === 1 },
      // A job that fails is told by the log: a gateway's outage must not close the door to every buyer.
      { name: 'jobs', check: async () => env.role === 'app' || worker !== null },
    ],
    statesToken: env.monitoring.metricsToken,
    states: async () => ({
      gateways: Object.fromEntries(gateways.circuits().map((one) => [one.gateway, one.state])),
      jobs: await lastRuns(ctx.db),
    }),
  };
  if (env.role === 'worker') serveHealth(app, health);
  else {
    const brandsDir = path.join(root, 'brands');
    const parts = { env, ctx: { ...ctx, analytics }, around, brands, views, words, themes, dist, brandsDir, health };
    shutdown.add(await openShop(app, parts));
  }
  await app.listen({ host: env.host, port: env.port });
  // Side by side: each may take eight seconds, and the whole stop has twenty.
  shutdown.add(() => Promise.all([app.close(), stopWork()]));
  // What a crash left behind is looked at now, not in a minute.
  void worker?.runDue();

  return [
    `Matrícula (${env.appEnv}) is ready`,
    ...(env.role === 'worker'
      ? [`  worker       http://${env.host}:${env.port}/readiness`]
      : [
          `  checkout     ${env.publicOrigin}`,
          `  API          ${env.publicOrigin}/api/docs`,
          `  card fields  ${env.cardFieldsOrigin}`,
        ]),
    ...(outside ? [`  sandbox      ${outside.origin}/sandbox`] : []),
    `  database     ${database.value.folder === null ? 'DATABASE_URL' : `PostgreSQL of its own in ${database.value.folder}`}`,
  ];
}

async function main(): Promise<void> {
  const env = readEnv(process.env);
  if (!env.ok) {
    console.error(describeEnvProblems(env.error));
    process.exitCode = 1;
    return;
  }
  const around = startSurroundings(env.value);
  const { log } = around;
  const shutdown = new Shutdown();
  shutdown.add(() => around.close());
  const { uninstall } = closeWithGrace({ delay: 20_000, logger: false }, async ({ err: error }) => {
    if (error) around.failed(error);
    await shutdown.run(log);
  });
  try {
    const lines = await compose(env.value, around, shutdown);
    console.log(lines.join('\n'));
  } catch (error) {
    uninstall();
    await shutdown.run(log);
    console.error(refusalSentence(error, env.value) ?? error);
    process.exit(1);
  }
}

await main();
