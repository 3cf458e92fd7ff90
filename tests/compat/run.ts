/**
 * `npm run compat`: buys by few combinations that together have every pair of choices (`factors.ts`) and the named triples,
 * through the HTTP API of a product with its database and the sandbox, compares the books from outside, writes
 * `docs/compatibility.md`, and closes with `N passed, N failed`. `--only text` runs the rows that have it and writes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createPool } from '#src/kernel/db/pool.server.ts';
import { SUPERUSER } from '#src/kernel/db/postgres-process.server.ts';
import { readBooks } from '#tests/support/desk-book.server.ts';
import { brokenInvariants } from '#tests/support/invariants.server.ts';
import { startProduct, withDataDir } from '../../bench/product.ts';
import { coveringRows, type Row } from './covering.ts';
import { bansOn, factors, triples } from './factors.ts';
import { makeHouse } from './house.ts';
import { Outside } from './outside.ts';
import { report, type Result } from './report.ts';
import type { Stage } from './row-run.ts';
import { tryRow } from './try-row.ts';
import { openUnit } from './unit-people.ts';

const page = path.resolve(import.meta.dirname, '../../docs/compatibility.md');
const operatorToken = 'operator-of-the-compatibility-suite-0001';

/** The database that a product started below a folder. */
function poolOf(dataDir: string) {
  const folder = path.join(dataDir, 'postgres');
  const [, , , port = '', host = ''] = readFileSync(path.join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(path.join(folder, 'password'), 'utf8').trim();
  return createPool({ host: host.trim(), port: Number(port), user: SUPERUSER, password, database: 'matricula' });
}

function textOf(row: Row): string {
  return Object.values(row).join(' · ');
}

async function tryAll(stage: Stage, rows: readonly Row[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const row of rows) {
    const failure = await tryRow(stage, row).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    results.push({ row, failure });
    if (failure !== null) console.log(`FAILED ${textOf(row)}\n  ${failure}`);
  }
  return results;
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const { rows, impossible } = coveringRows(factors, triples, (row) => bansOn(row).length === 0);
const wanted = rows.filter((row) => textOf(row).includes(values.only ?? ''));
process.env['OPERATOR_TOKEN'] = operatorToken;
const results = await withDataDir(async (folder) => {
  const house = await makeHouse(path.join(folder, 'house'));
  const dataDir = path.join(folder, 'data');
  const product = await startProduct(dataDir, house);
  const pool = poolOf(dataDir);
  try {
    const outside = new Outside(product.shop.bank);
    const { checkout } = product.shop;
    const tried = await tryAll(
      { checkout, outside, operatorToken, unit: await openUnit(checkout, pool, outside) },
      wanted,
    );
    const book = await readBooks(pool, outside.origin);
    const broken = await brokenInvariants(pool, book, { now: await outside.now() });
    for (const one of broken) console.log(`BROKEN ${one}`);
    return { tried, broken };
  } finally {
    await pool.end();
    await product.stop();
  }
});
if (values.only === undefined) writeFileSync(page, report(results.tried, impossible));
const failed = results.tried.filter(({ failure }) => failure !== null).length + results.broken.length;
console.log(`${results.tried.length + results.broken.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || results.tried.length === 0 ? 1 : 0;
