/**
 * What finding and listing cost at a million and at ten million sales, in an installation of its own that is deleted
 * afterwards:
 *
 *     node tests/deep/search/run.ts
 *     node tests/deep/search/run.ts --sales 1e6,1e7 --folder /somewhere/with/20-GB
 *
 * Ends with 1 when finding or listing is slower than its bar, or when an exact term reads more than 1.3 times the blocks at the
 * larger number.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Database } from '#src/domain/database/index.server.ts';
import { searchKeysOf } from '#src/domain/sales/search/search-keys.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { migrate } from '#src/kernel/db/migrate.server.ts';
import { startServerOnFolder } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { stopServer } from '#src/platform/embedded-postgres/postgres-process.server.ts';
import { describeMachine, machineFacts } from '../../../bench/support/machine-facts.ts';
import { fillSearch } from './fill-search.ts';
import { measureSearch, type SearchFigure } from './measure-search.ts';

const findBarMs = 150;
const listBarMs = 200;
const mostGrowth = 1.3;
/** A few blocks more of a tree that is one level higher are no growth. */
const levelBlocks = 40;

const { values } = parseArgs({
  options: { sales: { type: 'string', default: '1e6,1e7' }, folder: { type: 'string' } },
});
const folder = mkdtempSync(path.join(values.folder ?? tmpdir(), 'search-scale-'));
// PostgreSQL does not run as root, and enters the folder as somebody else.
chmodSync(folder, 0o755);
console.log(describeMachine(machineFacts()));
const server = await startServerOnFolder({
  dataDir: folder,
  dataDirIsDefault: false,
  settings: { fsync: 'off', max_wal_size: '4GB', autovacuum: 'off' },
});
if (!server.ok) throw new Error(server.error.message);
const problems: string[] = [];
try {
  const address = { ...server.value.maintenance, database: 'search_scale' };
  const administrator = new pg.Client(server.value.maintenance);
  await administrator.connect();
  await administrator.query('create database search_scale');
  await administrator.end();
  const migrated = await migrate(address);
  if (!migrated.ok) throw new Error(migrated.error.message);
  const config = { codeKey: 'a key of the measurement' };
  const [keys] = searchKeysOf(config);
  const earlier = new Map<string, SearchFigure>();
  for (const count of values.sales.split(',').map(Number)) {
    const began = performance.now();
    const filler = new pg.Client(address);
    await filler.connect();
    await fillSearch(filler, count, keys);
    const { rows } = await filler.query<{ name: string; size: string }>(
      `select relname as name, pg_size_pretty(pg_total_relation_size(oid)) || ', ' || pg_size_pretty(pg_relation_size(oid)) || ' of rows' as size
        from pg_class where relname in ('sale_search', 'search_numbers')`,
    );
    await filler.end();
    console.log(`\n${count.toExponential()} sales, made in ${Math.round((performance.now() - began) / 1000)} s`);
    for (const { name, size } of rows) console.log(`  ${name}: ${size}`);
    // As the console's own: six connections that only read.
    const pool = createPool(address, { max: 6, statementTimeoutMs: 3_000 });
    const figures = await measureSearch(
      createKysely<Database>(pool),
      pool,
      { config, gateways: ['a', 'b', 'c'] },
      count,
    );
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
  }
} finally {
  await stopServer(server.value.home, server.value.listenAddress);
  rmSync(folder, { recursive: true, force: true });
}
console.log(problems.length === 0 ? '\nEvery bar held.' : `\n${problems.join('\n')}`);
process.exitCode = problems.length === 0 ? 0 : 1;
