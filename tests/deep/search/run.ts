/**
 * What finding and listing cost at a million and at ten million sales, in an installation of its own that is deleted
 * afterwards:
 *
 *     node tests/deep/search/run.ts
 *     node tests/deep/search/run.ts --sales 1e6,1e7 --folder /somewhere/with/25-GB
 *     node tests/deep/search/run.ts --sales none --rebuild 1e6
 *
 * Ends with 1 when finding, listing, the size, an export of a million or a rebuild misses its bar, or when a term reads more
 * than 1.3 times the blocks at the larger number.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Database } from '#src/domain/database/index.server.ts';
import { searchKeysOf } from '#src/domain/sales/search/search-keys.server.ts';
import { createKysely, createPool, type DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { migrate } from '#src/kernel/db/migrate.server.ts';
import { startServerOnFolder } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { stopServer } from '#src/platform/embedded-postgres/postgres-process.server.ts';
import { describeMachine, machineFacts } from '../../../bench/support/machine-facts.ts';
import { fillSearch } from './fill-search.ts';
import { measureExport } from './measure-export.ts';
import { measureRebuild, writeOrders } from './measure-rebuild.ts';
import { measureSearch, type SearchFigure } from './measure-search.ts';

const findBarMs = 150;
const listBarMs = 200;
/** 8 GB at ten million sales. */
const bytesBar = 800;
/** To how many entries the rate of a rebuild is applied. */
const most = 1e7;
const rebuildBarMin = 30;
/** Rows of the export that is measured. */
const exported = 1e6;
const exportBarSeconds = 90;
const exportBarMib = 64;
const mostGrowth = 1.3;
/** A few blocks more of a tree that is one level higher are no growth. */
const levelBlocks = 40;

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '1e6,1e7' },
    rebuild: { type: 'string', default: '1e6' },
    folder: { type: 'string' },
  },
});
const folder = mkdtempSync(path.join(values.folder ?? tmpdir(), 'search-scale-'));
// PostgreSQL does not run as root, and enters the folder as somebody else.
chmodSync(folder, 0o755);
console.log(describeMachine(machineFacts()));
const server = await startServerOnFolder({
  dataDir: folder,
  dataDirIsDefault: false,
  settings: { fsync: 'off', max_wal_size: '4GB', autovacuum: 'off', wal_level: 'minimal', max_wal_senders: '0' },
});
if (!server.ok) throw new Error(server.error.message);
const problems: string[] = [];
try {
  const config = { codeKey: 'a key of the measurement' };
  const [keys] = searchKeysOf(config);
  const earlier = new Map<string, SearchFigure>();
  for (const count of values.sales
    .split(',')
    .map(Number)
    .filter((number) => number > 0)) {
    const address = await newDatabase(`sales_${count}`);
    const began = performance.now();
    const filler = new pg.Client(address);
    await filler.connect();
    await fillSearch(filler, count, keys, (step, seconds) => console.log(`  ${step}: ${seconds.toFixed(1)} s`));
    const { rows: sizes } = await filler.query<{ name: string; mb: number }>(
      `select relname as name, round(pg_relation_size(oid) / 1e6)::int as mb from pg_class
        where oid = any('{sale_search, search_numbers}'::regclass[])
          or oid in (select indexrelid from pg_index where indrelid = any('{sale_search, search_numbers}'::regclass[]))
        order by 2 desc, 1`,
    );
    const { rows: whole } = await filler.query<{ bytes: number }>(
      `select (pg_total_relation_size('sale_search') + pg_total_relation_size('search_numbers'))::float8 as bytes`,
    );
    await filler.end();
    const bytes = whole[0]?.bytes ?? Number.NaN;
    console.log(`\n${count.toExponential()} sales, made in ${Math.round((performance.now() - began) / 1000)} s`);
    console.log(`  ${(bytes / 1e9).toFixed(2)} GB: ${sizes.map(({ name, mb }) => `${name} ${mb}`).join(', ')} MB`);
    if (!(bytes / count <= bytesBar)) problems.push(`${Math.round(bytes / count)} bytes a sale, more than ${bytesBar}`);
    // As the console's own: six connections that only read.
    const pool = createPool(address, { max: 6, statementTimeoutMs: 3_000 });
    const figures = await measureSearch(createKysely<Database>(pool), pool, { config, gateways: ['a', 'b', 'c'] });
    await pool.end();
    for (const figure of figures) {
      const { what, p50, p95, blocks, found } = figure;
      const before = earlier.get(what);
      const growth = before ? `  ×${(blocks / Math.max(1, before.blocks)).toFixed(2)}` : '';
      console.log(
        `  ${what.padEnd(42)} p50 ${p50.toFixed(1).padStart(7)} ms  p95 ${p95.toFixed(1).padStart(7)} ms  ${String(blocks).padStart(6)} blocks  ${found.toFixed(0).padStart(3)} found${growth}`,
      );
      const bar = what.startsWith('find') ? findBarMs : listBarMs;
      if (p95 > bar) problems.push(`${what}: p95 ${p95.toFixed(1)} ms at ${count.toExponential()}, more than ${bar}`);
      const grows = before && blocks > before.blocks * mostGrowth && blocks > before.blocks + levelBlocks;
      if (what.startsWith('find') && grows) problems.push(`${what}: ${before.blocks} blocks became ${blocks}`);
      earlier.set(what, figure);
    }
    if (count === exported) await exportAll(address);
  }
  const rebuilt = Number(values.rebuild);
  if (rebuilt > 0) {
    const address = await newDatabase('rebuild');
    const pool = createPool(address, { max: 1, statementTimeoutMs: 0 });
    await writeOrders(pool, rebuilt);
    const { whole, last, processorUs } = await measureRebuild(pool, config, rebuilt);
    await pool.end();
    const minutes = most / last / 60;
    console.log(
      `\nrebuild of ${rebuilt.toExponential()}: ${Math.round(whole)} entries a second, the last tenth ${Math.round(last)}: ${minutes.toFixed(1)} min for ${most.toExponential()}; ${processorUs.toFixed(0)} µs of processor an entry`,
    );
    if (minutes > rebuildBarMin) problems.push(`Rebuild: ${minutes.toFixed(1)} min, more than ${rebuildBarMin}`);
  }
} finally {
  await stopServer(server.value.home, server.value.listenAddress);
  rmSync(folder, { recursive: true, force: true });
}
async function exportAll(address: DatabaseAddress): Promise<void> {
  const pool = createPool(address, { max: 2, statementTimeoutMs: 0 });
  for (const format of ['csv', 'xlsx'] as const) {
    const cost = await measureExport(pool, address, format);
    const more = Math.max(cost.peak, cost.fetchPeak) - cost.before;
    const figures = [
      `${cost.seconds.toFixed(1)} s, ${cost.processorSeconds.toFixed(1)} s of its maker's processor`,
      `fetched in ${cost.fetchSeconds.toFixed(1)} s, ${Math.round(cost.bytes / 1e6)} MB`,
      `${cost.before.toFixed(0)} MiB and ${(cost.peak - cost.before).toFixed(0)} more, fetched ${(cost.fetchPeak - cost.before).toFixed(0)} more`,
      `timers ${cost.delayMs.toFixed(1)} ms late (p99), ${cost.longestDelayMs.toFixed(0)} at most`,
    ];
    console.log(`  ${format} of ${cost.rows} rows: ${figures.join('; ')}`);
    if (cost.seconds > exportBarSeconds)
      problems.push(`${format}: ${cost.seconds.toFixed(1)} s, more than ${exportBarSeconds}`);
    if (more > exportBarMib) problems.push(`${format}: ${more.toFixed(0)} MiB more, above ${exportBarMib}`);
  }
  await pool.end();
}

async function newDatabase(database: string): Promise<DatabaseAddress> {
  if (!server.ok) throw new Error(server.error.message);
  const address = { ...server.value.maintenance, database };
  const administrator = new pg.Client(server.value.maintenance);
  await administrator.connect();
  await administrator.query(`create database ${database}`);
  await administrator.end();
  const migrated = await migrate(address);
  if (!migrated.ok) throw new Error(migrated.error.message);
  return address;
}

console.log(problems.length === 0 ? '\nEvery bar held.' : `\n${problems.join('\n')}`);
process.exitCode = problems.length === 0 ? 0 : 1;
