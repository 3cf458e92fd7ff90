/**
 * `npm run compat`: buys by few combinations that together have every pair of choices (`factors.ts`) and the named triples,
 * through the HTTP API of a product with its database and the sandbox, compares the books from outside, writes
 * `docs/compatibility.md`, and closes with `N passed, N failed`. `--only text` runs the rows that have it and writes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createPool } from '#src/kernel/db/pool.server.ts';
import { SUPERUSER } from '#src/platform/embedded-postgres/postgres-process.server.ts';
import { readUnitRecords } from '#tests/support/worlds/in-person-records.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import { startProduct, withDataDir } from '../../bench/support/product.ts';
import { coveringRows, type Row } from './covering-rows.ts';
import { bansOn, factors, triples } from './factors.ts';
import { makeTestBrands } from './test-brands.ts';
import { SandboxPayments } from './sandbox-payments.ts';
import { report, type Result } from './report.ts';
import type { CompatEnvironment } from './row-context.ts';
import { runRow } from './run-row.ts';
import { openStaffPage } from './unit-staff.ts';

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

async function runAllRows(world: CompatEnvironment, rows: readonly Row[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const row of rows) {
    const failure = await runRow(world, row).then(
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
  const installation = await makeTestBrands(path.join(folder, 'installation'));
  const dataDir = path.join(folder, 'data');
  const product = await startProduct(dataDir, installation);
  const pool = poolOf(dataDir);
  try {
    const sandbox = new SandboxPayments(product.shop.bank);
    const { checkout } = product.shop;
    const tried = await runAllRows(
      { checkout, sandbox, operatorToken, unit: await openStaffPage(checkout, pool, sandbox) },
      wanted,
    );
    const book = await readUnitRecords(pool, sandbox.origin);
    const broken = await invariantViolations(pool, book, { now: await sandbox.now() });
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
