/**
 * The failover drill: three PostgreSQL under Patroni behind HAProxy, the product as `npm start` runs it, buyers who pay, and
 * the primary lost again and again. Nothing that a buyer was told may be lost with it.
 *
 *     npm run chaos:failover
 *     npm run chaos:failover -- --failovers 6 --rate 8 --json
 *
 * Ends with 0 when all promises held and the negative control was caught, 1 otherwise, 2 when a program is missing.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createPool } from '#src/kernel/db/pool.server.ts';
import { startProduct, stopProduct } from '#tests/support/processes/product.server.ts';
import { describeMachine, machineFacts } from '../../../bench/support/machine-facts.ts';
import { build } from '#tools/build.ts';
import { startCluster } from './cluster.ts';
import { type Outage, type Round, startLoad, causeOutage, releaseLoad } from './outage-drill.ts';
import { checkRun } from './check-run.ts';
import { installMissing } from './prerequisites.ts';
import { faultsOf, type Figures, report } from './report.ts';
import { buyersOf } from './shop.ts';

const { values } = parseArgs({
  options: {
    failovers: { type: 'string', default: '3' },
    rate: { type: 'string', default: '6' },
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const [failovers, rate] = [Number(values.failovers), Number(values.rate)];
const outages: readonly Outage[] = ['killed', 'killed while mute', 'halted'];
const say = (line: string): void => void (values.json || console.log(line));
const facts = machineFacts();
say(describeMachine(facts));

const { missing, why } = installMissing(say);
if (missing.length > 0) {
  console.error(`Missing, from Debian's packages: ${missing.join(', ')}. ${why}`);
  process.exit(2);
}

const root = path.resolve(import.meta.dirname, '../../..');
await build(root, { onlyIfStale: true });
const folder = mkdtempSync(path.join(tmpdir(), 'matricula-failover-'));
chmodSync(folder, 0o711);
const endings: (() => Promise<void>)[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(1));

async function end(code: number): Promise<never> {
  for (const ending of endings.splice(0).reverse()) await ending().catch((error: unknown) => console.error(error));
  if (values.keep) say(`Its files are kept in ${folder}`);
  else rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  process.exit(code);
}

async function drill(): Promise<Figures> {
  const cluster = await startCluster(path.join(folder, 'cluster'), say);
  endings.push(() => cluster.stop());
  const env = { APP_ENV: 'test', DATABASE_URL: cluster.url, LOG_LEVEL: 'warn' };
  const product = await startProduct(path.join(folder, 'product'), { env });
  endings.push(() => stopProduct(product.pid));
  const pool = createPool({ connectionString: cluster.url }, { max: 2, applicationName: 'judge' });
  endings.push(() => pool.end());
  const shop = { checkout: product.checkout.replace('localhost', '127.0.0.1'), bank: product.sandbox };
  const version = (await pool.query<{ server_version: string }>('show server_version')).rows[0]?.server_version ?? '';
  say(`PostgreSQL ${version}; ${rate} buyers a second, every other by card; the primary is lost ${failovers} times`);

  const load = startLoad(rate, (probe) => buyersOf(shop, probe), 1);
  const rounds: Round[] = [];
  for (let number = 0; number < failovers; number += 1) {
    const round = await causeOutage(cluster, pool, load, outages[number % outages.length] ?? 'killed');
    rounds.push(round);
    say(`  ${round.outage}: writes back ${(round.awayMs / 1000).toFixed(1)} s after the first that failed`);
  }
  await load.finish();
  const verdict = await checkRun(pool, shop.bank, load.reported, 150_000);

  say(`${verdict.lost.length} lost, ${verdict.broken.length} promises broken`);

  say('Negative control: the same with standbys that nobody waits for; it must lose something');
  await releaseLoad(cluster, pool);
  const control = startLoad(rate, (probe) => buyersOf(shop, probe), load.purchases.length + 1_000);
  await causeOutage(cluster, pool, control, 'killed while mute');
  void control.finish();
  const caught = await checkRun(pool, shop.bank, control.reported, 0);
  return {
    ...{ at: new Date().toISOString(), facts, version, rate, rounds, ...verdict },
    purchases: load.purchases,
    paid: load.reported.filter(({ kind }) => kind === 'paid').length,
    writes: { all: load.writes.length, failed: load.writes.filter(({ isGood }) => !isGood).length },
    control: { lost: caught.lost.length, broken: caught.broken.length },
  };
}

try {
  const figures = await drill();
  console.log(
    values.json ? JSON.stringify({ ...figures, purchases: figures.purchases.length }, null, 2) : report(figures),
  );
  await end(faultsOf(figures).length === 0 ? 0 : 1);
} catch (error) {
  console.error(error);
  await end(1);
}
