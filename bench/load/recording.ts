import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect as inWords } from 'node:util';
import type pg from 'pg';
import { startSandboxServer } from '#sandbox/sandbox.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { pay } from '#src/domain/payments/index.server.ts';
import { indexChangedSales } from '#src/domain/sales/search/index.server.ts';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { migrate } from '#src/kernel/db/migrate.server.ts';
import { createPool, type DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { createSandboxDomain, sandboxEnv } from '#tests/support/worlds/sandbox-domain.server.ts';
import { methodCases } from './method-cases.ts';
import { readyToPay } from './ready-buyer.ts';
import type { BenchOptions } from '../support/options.ts';
import { withDataDir } from '../support/product.ts';

const warmUpBlocks = 4;
const blockSize = 10;

/** Milliseconds of processor per purchase. */
export interface RecordingMetrics {
  readonly purchases: number;
  /** Node, with the sandbox's companies in the same process, and the database: with all that is recorded. */
  readonly node: number;
  readonly database: number;
  /** What the database needs more than without the triggers and the index, and the standard error of that mean. */
  readonly more: number;
  readonly moreError: number;
  /** What the worker needs for the entry in the search index. */
  readonly indexing: number;
}

interface House {
  readonly ctx: DomainContext;
  readonly pool: pg.Pool;
  readonly database: string;
}

/**
 * Purchases by card, from the first page to the captured payment, in blocks by turns on two databases: one as it is, and one
 * without the triggers that note changes of sales and without the index of the ledger by the time of a movement. Everything
 * runs in one process, so that other load on the machine meets both.
 */
export async function measureRecording({ payments }: BenchOptions): Promise<RecordingMetrics> {
  return withDataDir(async (dataDir) => {
    const started = await startEmbeddedPostgres({ dataDir, dataDirIsDefault: false });
    if (!started.ok) throw new Error(started.error.message);
    const sandboxDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-outside-'));
    const secrets = sandboxEnv('http://127.0.0.1:3002');
    const outside = await startSandboxServer({
      ...{ port: 0, smtpPort: 0, dataDir: sandboxDir, clock: new VirtualClock(), secrets },
    });
    const { address } = started.value;
    const houses: (House & { close(): Promise<void> })[] = [];
    try {
      for (const database of ['recording', 'bare']) {
        const pool = await newDatabase(address, database);
        if (database === 'bare') await stopRecording(pool);
        // Both pay at the same companies, which identify a charge by its number.
        else await pool.query('alter table attempts alter column serial restart with 500000000');
        const domain = createSandboxDomain({ ...address, database }, outside.origin);
        houses.push({ ctx: domain.ctx, pool, database, close: () => domain.close() });
      }
      const [recording, bare] = houses;
      if (!recording || !bare) throw new Error('There are two houses');
      return await byTurns(recording, bare, { origin: outside.origin, blocks: Math.ceil(payments / blockSize) });
    } finally {
      for (const house of houses) {
        await house.close();
        await house.pool.end();
      }
      await outside.close();
      await started.value.stop();
      rmSync(sandboxDir, { recursive: true, force: true });
    }
  });
}

async function newDatabase(address: DatabaseAddress, database: string): Promise<pg.Pool> {
  const server = createPool(address, { max: 1 });
  await server.query(`create database ${database}`);
  await server.end();
  const own = { ...address, database };
  const migrated = await migrate(own);
  if (!migrated.ok) throw new Error(migrated.error.message);
  return createPool(own, { max: 1, applicationName: 'meter' });
}

async function stopRecording(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ trigger: string; owner: string }>(`
    select tgname as trigger, tgrelid::regclass::text as owner from pg_trigger join pg_proc p on p.oid = tgfoid
    where p.proname in ('mark_sale', 'mark_own_sale', 'mark_sales_of_lead', 'mark_sale_of_event')`);
  if (rows.length < 10) throw new Error('The triggers have other names');
  for (const { trigger, owner } of rows) await pool.query(`drop trigger ${trigger} on ${owner}`);
  await pool.query('drop index ledger_by_occurrence');
}

async function byTurns(
  recording: House,
  bare: House,
  { origin, blocks }: { readonly origin: string; readonly blocks: number },
): Promise<RecordingMetrics> {
  const differences: number[] = [];
  let [node, database, number] = [0, 0, 0];
  for (let block = -warmUpBlocks; block < blocks; block += 1) {
    const cost = new Map<House, number>();
    for (const house of block % 2 === 0 ? [recording, bare] : [bare, recording]) {
      const [began, own] = [await databaseMs(house), process.cpuUsage()];
      for (let at = 0; at < blockSize; at += 1) await buy(house.ctx, origin, (number += 1));
      const { user, system } = process.cpuUsage(own);
      cost.set(house, ((await databaseMs(house)) - began) / blockSize);
      if (block >= 0 && house === recording) node += (user + system) / 1000 / blockSize / blocks;
    }
    if (block < 0) continue;
    const [withAll = 0, without = 0] = [cost.get(recording), cost.get(bare)];
    database += withAll / blocks;
    differences.push(withAll - without);
  }
  const more = differences.reduce((sum, one) => sum + one, 0) / blocks;
  const spread = differences.reduce((sum, one) => sum + (one - more) ** 2, 0) / Math.max(1, blocks - 1);
  const indexing = (await indexAll(recording)) / (number / 2);
  return {
    ...{ purchases: blocks * blockSize, node, database, more, indexing },
    moreError: Math.sqrt(spread / blocks),
  };
}

async function buy(ctx: DomainContext, origin: string, number: number): Promise<void> {
  const byCard = methodCases.find(({ name }) => name === 'card');
  if (!byCard) throw new Error('No card is paid with');
  const answer = await pay(ctx, await readyToPay(ctx, origin, byCard, number));
  if (!answer.ok || answer.value.state !== 'captured') throw new Error(inWords(answer));
}

/** Milliseconds of processor that are needed to index all changes so far. */
async function indexAll(house: House): Promise<number> {
  const [began, own] = [await databaseMs(house), process.cpuUsage()];
  while ((await indexChangedSales(house.ctx)) > 0);
  const { user, system } = process.cpuUsage(own);
  return (await databaseMs(house)) - began + (user + system) / 1000;
}

/** Milliseconds that the connections of a database have run on a processor (`/proc/<pid>/schedstat`, Linux). */
async function databaseMs({ pool, database }: House): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = $1 and application_name <> 'meter' and backend_type = 'client backend'`,
    [database],
  );
  return rows.reduce(
    (sum, { pid }) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6,
    0,
  );
}
