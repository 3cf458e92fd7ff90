import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deep } from '#tests/support/depth.ts';
import { buyByApi, courses, expectState, type PurchaseChoice } from '#tests/support/fixtures/api-sale.server.ts';
import { type OwnProduct, startOwnProduct } from '#tests/support/processes/own-product.server.ts';
import { openPool } from '#tests/support/processes/product-database.server.ts';

let own: OwnProduct;
let pool: Pool;
beforeAll(async () => {
  own = await startOwnProduct('columns');
  pool = await openPool(own.product);
});
afterAll(async () => {
  await pool.end();
  await own.close();
});

type Tenders = NonNullable<PurchaseChoice['tenders']>;
const pix: Tenders = [{ method: 'pix' }];
/** Each way to pay that calls of the API have. */
const ways: readonly Tenders[] = [
  pix,
  [{ method: 'credit-card' }],
  [{ method: 'bankslip' }],
  [
    { method: 'credit-card', amount: 40_000 },
    { method: 'pix', amount: 74_000 },
  ],
];
const buyersAtOnce = 8;
const rounds = 12;
let bought = 0;

/** Buys, pays outside what has a code, and waits until the order is paid. */
async function buy(tenders: Tenders): Promise<void> {
  bought += 1;
  const { product } = own;
  const sale = await buyByApi(product, { email: `coluna-${bought}@exemplo.com.br`, course: courses.online, tenders });
  if (sale.code !== null) {
    const [path, body] = tenders.some(({ method }) => method === 'bankslip')
      ? ['/sandbox/slip/pay', { reference: sale.attemptId, channel: 'pix' }]
      : ['/sandbox/pix/pay', { code: sale.code }];
    const paid = await fetch(product.sandbox + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!paid.ok) throw new Error(`${path} answered ${paid.status}`);
  }
  await expectState(sale, 'paid');
  sale.visitor.close();
}

/** Adds a column to each table, one table after the other, and drops it again: what a newer version's migrations do. */
async function changeEachTable(): Promise<number> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  for (const { name } of rows) {
    await pool.query(`alter table "${name}" add column spare_of_update text`);
    await pool.query(`alter table "${name}" drop column spare_of_update`);
  }
  return rows.length;
}

/** Answers that say that the product failed, from its own count of them. */
async function failures(): Promise<readonly string[]> {
  const metrics = await (await fetch(`${own.product.checkout}/metrics`)).text();
  return metrics.split('\n').filter((line) => /status="5\d\d"/.test(line));
}

test(
  'no purchase is lost while a column is added to every table and dropped again',
  { ...deep, timeout: 300_000 },
  async () => {
    // Until every connection has prepared its statements.
    await Promise.all(ways.map(buy));
    let isOver = false;
    const buyers = Array.from({ length: buyersAtOnce }, async (_, index) => {
      for (let turn = index; !isOver; turn += 1) await buy(ways[turn % ways.length] ?? pix);
    });
    let tables = 0;
    for (let round = 0; round < rounds; round += 1) tables += await changeEachTable();
    isOver = true;
    await Promise.all(buyers);
    const lines = readFileSync(own.product.logFile, 'utf8').split('\n');
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    expect(await failures()).toEqual([]);
    expect(tables).toBeGreaterThan(90 * rounds);
    expect(bought).toBeGreaterThan(100);
    process.stdout.write(`${bought} purchases during ${tables} tables\n`);
  },
);
