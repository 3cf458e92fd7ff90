import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#src/domain/database/index.server.ts';
import { refundOrder } from '#src/domain/payments/index.server.ts';
import { sealLedgerDays } from '#src/domain/payments/ledger/index.server.ts';
import { parsePayoutKey, requestCoolingOff, savePayoutDetails } from '#src/domain/refunds/cooling-off/index.server.ts';
import { indexChangedSales } from '#src/domain/sales/search/index.server.ts';
import { sealAuditDays, verifyAuditDays } from '#src/domain/staff/index.server.ts';
import { signingKey } from '#src/kernel/crypto/signing-key.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { localDateOf } from '#src/kernel/time/local-date.ts';
import { startServerOnFolder } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { stopServer } from '#src/platform/embedded-postgres/postgres-process.server.ts';
import { readEnv } from '#src/server/env.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { deep } from '#tests/support/depth.ts';
import { startProduct, stopProduct } from '#tests/support/processes/product.server.ts';
import { type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { dump, restore } from './dump.ts';

const day = 86_400_000;
const root = path.resolve(import.meta.dirname, '../../..');

/** The key of a product of the tests: the restored one reads it from its environment, as the first one did. */
function keyOfTests() {
  const env = readEnv({ APP_ENV: 'test' });
  if (!env.ok) throw new Error('The environment of the tests is wrong');
  return signingKey(env.value.documents.signingKeys.seed);
}

let source: TestDatabase;
let before: ConsoleWorld;
let folder: string;
let orders: string[];
const key = keyOfTests();

/** Four sales on four days, one refunded in part, one taken back with its payout open, and acts of the staff on each day. */
async function sell(): Promise<void> {
  orders = [];
  for (let count = 0; count < 4; count += 1) {
    const { session, quote } = await before.buyer();
    const { orderId } = accepted(await before.pay(session, quote));
    orders.push(orderId);
    const ana = before.user('ana', ['help@*']);
    const note = { id: `note_0123456789abcde${count}`, text: `Called on day ${count}` };
    expect((await ana.post(`/sale/${orderId}/notes`, note)).status).toBeLessThan(300);
    expect((await ana.post(`/sale/${orderId}/reveal`, { reason: 'ticket 4711' })).status).toBe(200);
    before.clock.advance(day);
  }
  const [, refunded = '', returned = ''] = orders;
  accepted(await refundOrder(before.ctx, refunded, 10_000n, 'refund-of-restore-01', 'goodwill'));
  accepted(await requestCoolingOff(before.ctx, returned));
  await source.pool.query(`update refund_parts set state = 'by-hand' where order_id = $1`, [returned]);
  const account = parsePayoutKey('maria@example.com');
  if (!account) throw new Error('This is a key');
  accepted(await savePayoutDetails(before.ctx, returned, account, '127.0.0.1'));
  await before.runJobs();
  before.clock.advance(2 * day);
  await sealLedgerDays(before.ctx);
  await sealAuditDays(before.ctx);
  while ((await indexChangedSales(before.ctx)) > 0);
}

/** Runs a tool of the product on the restored data, beside its server. */
function tool(file: string, ...args: readonly string[]) {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: path.join(folder, 'data') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'tools', file), ...args], {
    ...{ cwd: root, env, encoding: 'utf8', timeout: 120_000 },
  });
  return { status, said: `${stdout}${stderr}` };
}

/** Opens the restored data as a console without a product would, and leaves it as the tools find it: with no server. */
async function inRestored<T>(work: (world: ConsoleWorld, database: TestDatabase) => Promise<T>): Promise<T> {
  const running = await startServerOnFolder({ dataDir: path.join(folder, 'data'), dataDirIsDefault: false });
  if (!running.ok) throw new Error(running.error.message);
  const address = { ...running.value.maintenance, database: 'matricula' };
  const pool = createPool(address, { max: 10 });
  const database: TestDatabase = { address, pool, db: createKysely<Database>(pool), close: () => pool.end() };
  const world = await createConsoleWorld(database, { ctx: { signingKey: key } });
  world.clock.advance(before.clock.now().getTime() - world.clock.now().getTime());
  try {
    return await work(world, database);
  } finally {
    await world.close();
    await database.close();
    await stopServer(running.value.home, running.value.listenAddress);
  }
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-restore-'));
  source = await createTestDatabase();
  before = await createConsoleWorld(source, { ctx: { signingKey: key } });
  await sell();
  // An empty DATA_DIR: the first start makes its tables.
  const empty = await startProduct(folder);
  await stopProduct(empty.pid);
  const dumped = await dump(source.pool, path.join(folder, 'dump'));
  await inRestored(async (_world, { pool }) => {
    await restore(dumped, pool);
    // The index is made from the orders: it is not needed of the dump.
    await pool.query('truncate sale_search, search_numbers, sale_changes');
  });
}, 300_000);
afterAll(async () => {
  await before.close();
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the console answers to a person who sees everything, without when it was asked. */
async function answer(world: ConsoleWorld, address: string): Promise<unknown> {
  const all = world.user('gil', ['auditor@*', 'finance@*', 'help@*']);
  const { status, json } = await all.get(address);
  expect([address, status]).toEqual([address, 200]);
  const { asOf: _when, ...rest } = json;
  return rest;
}

describe('a database that was restored into an empty DATA_DIR', () => {
  test('has the same figures, sales, tasks and entries of the audit log', deep, async () => {
    const today = localDateOf(before.clock.now(), 'UTC');
    const first = localDateOf(new Date(before.clock.now().getTime() - 8 * day), 'UTC');
    const period = `from=${first}&to=${today}`;
    const addresses = [
      ...[`/figures?${period}`, `/figures?${period}&by=method`, `/figures/lines?${period}`, '/tasks', '/audit'],
      ...orders.map((orderId) => `/sale/${orderId}`),
    ];
    await inRestored(async (world) => {
      for (const address of addresses) expect(await answer(world, address)).toEqual(await answer(before, address));
      expect(await answer(world, `/figures?${period}`)).toMatchObject({
        totals: [{ moneyIn: 4 * 114_000, back: 10_000, net: 4 * 114_000 - 10_000 }],
      });
      expect(await answer(world, '/sales?period=all')).toMatchObject({ sales: { length: 0 } });
    });
  });

  test('has its search index made anew by the tool, and lists the sales as before', deep, async () => {
    expect(tool('search-index.ts', 'rebuild')).toMatchObject({ status: 0 });
    expect(tool('search-index.ts', 'check')).toMatchObject({
      ...{ status: 0, said: expect.stringContaining('4 entries compared, 0 differ') },
    });
    await inRestored(async (world) => {
      const listed = await answer(world, '/sales?period=all');
      expect(listed).toMatchObject({ sales: { length: 4 } });
      expect(listed).toEqual(await answer(before, '/sales?period=all'));
    });
  });

  test('has a whole ledger and a whole audit log, and shows a row that was changed on the way', deep, async () => {
    const whole = await verifyAuditDays(source.db, { keys: key.publicKeys });
    expect(whole.days).toBeGreaterThan(3);
    expect(whole.entries).toBeGreaterThan(7n);
    const verify = () => tool('verify-ledger.ts', '--head', whole.head?.hash ?? '');
    expect(verify()).toMatchObject({ status: 0, said: expect.stringContaining('WHOLE') });
    const change = (actor: string) =>
      inRestored(async (_world, { pool }) => {
        await pool.query(`set session_replication_role = replica;
          update audit_log set actor = '${actor}' where id = (select min(id) from audit_log);
          set session_replication_role = origin`);
      });
    await change('staff:bia');
    expect(verify()).toMatchObject({ status: 1, said: expect.stringContaining('entries-changed') });
    await change('staff:ana');
    expect(verify()).toMatchObject({ status: 0 });
  });

  test('sells on, with numbers that follow those of before', deep, async () => {
    await inRestored(async (world, { pool }) => {
      const { session, quote } = await world.buyer();
      const { orderId } = accepted(await world.pay(session, quote));
      const { rows } = await pool.query('select id from orders order by number');
      expect(rows.map(({ id }) => id)).toEqual([...orders, orderId]);
    });
  });

  test(
    'is served by the product, whose console sends its people to their directory',
    { ...deep, timeout: 180_000 },
    async () => {
      const product = await startProduct(folder);
      try {
        expect((await fetch(`${product.checkout}/readiness`)).status).toBe(200);
        expect((await fetch(`${product.console}/data/me`)).status).toBe(401);
        const signIn = await fetch(`${product.console}/sign-in?return=/sales`, { redirect: 'manual' });
        const directory = new URL(signIn.headers.get('location') ?? '', product.console);
        expect([signIn.status, directory.origin]).toEqual([302, product.sandbox]);
      } finally {
        await stopProduct(product.pid);
      }
    },
  );
});
