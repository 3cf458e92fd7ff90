import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { seedOrders } from '#tests/support/database/seed-orders.server.ts';
import { sustainRate } from '../../../bench/load/open-model.ts';
import type { Round } from './outage-drill.ts';
import { haproxyFile, patroniFile } from './cluster-files.ts';
import { lostPurchases } from './check-run.ts';
import { missingPackages, prerequisites } from './prerequisites.ts';
import { type Figures, faultsOf } from './report.ts';
import type { BuyerReport } from './shop.ts';

/** What `npm run chaos:failover` and `npm run bench -- hold` rest on, without a cluster and without minutes of load. */

describe('the judge of the drill', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await seedOrders(database, 4);
  }, 60_000);
  afterAll(() => database.close());

  const charge = { id: 'ref-2', reference: 'att_2', status: 'captured', amount: 114_000, currency: 'BRL' };
  const capture = { id: 'move-2', chargeId: 'ref-2', kind: 'capture', amount: 114_000, currency: 'BRL' };
  const book = { charges: [charge], movements: [capture] };
  const paid = (n: number, amount = 114_000): BuyerReport => ({
    ...{ kind: 'paid', id: `ord_${n}`, attemptId: `att_${n}`, amount, at: 0 },
  });
  const lost = (reported: BuyerReport, sandbox = book) => lostPurchases(database.pool, sandbox, [reported]);

  test('finds nothing where everything is there', async () => {
    const reported: BuyerReport[] = [
      { kind: 'lead', id: 'led_2', at: 0 },
      { kind: 'quote', id: 'quo_2', at: 0 },
      { kind: 'order', id: 'ord_2', at: 0 },
      paid(2),
    ];
    expect(await lostPurchases(database.pool, book, reported)).toEqual([]);
  });

  test.each<[string, BuyerReport]>([
    ['a lead', { kind: 'lead', id: 'led_9', at: 0 }],
    ['a price', { kind: 'quote', id: 'quo_9', at: 0 }],
    ['an order', { kind: 'order', id: 'ord_9', at: 0 }],
    ['a payment', paid(9)],
    ['a payment that is none any more', paid(1)],
    ['a payment of another amount', paid(2, 113_999)],
  ])('sees that %s was answered and is lost', async (_, reported) => expect(await lost(reported)).toHaveLength(1));

  test('sees money that nobody has, and money taken twice', async () => {
    expect(await lost(paid(2), { ...book, movements: [] })).toHaveLength(1);
    expect(await lost(paid(2), { ...book, movements: [capture, { ...capture, id: 'move-3' }] })).toHaveLength(1);
  });
});

describe('the verdict', () => {
  const facts = { node: '', platform: '', cores: 2, processor: '', memoryGib: 1, loadBefore: 0 };
  const round: Round = {
    outage: 'killed',
    ...{ awayMs: 9_000, sinceOutageMs: 9_000, failedWrites: 1, fallen: 'north', newLeader: 'south', isReachable: true },
  };
  const held: Figures = {
    ...{ at: '', facts, version: '15', rate: 1, rounds: [round], paid: 1, settledMs: 0 },
    lost: [],
    broken: [],
    purchases: [{ number: 1, method: 'pix', tookMs: 500, trouble: null }],
    writes: { all: 4, failed: 1 },
    control: { lost: 1, broken: 1 },
  };

  test('is good when all held', () => expect(faultsOf(held)).toEqual([]));

  test.each<[string, Partial<Figures>]>([
    ['something is lost', { lost: ['payment'] }],
    ['a promise is broken', { broken: ['I4'] }],
    ['signals are not heard again', { rounds: [{ ...round, isReachable: false }] }],
    ['a buyer is left standing', { purchases: [{ number: 1, method: 'pix', tookMs: null, trouble: 'given up' }] }],
    ['nobody paid', { paid: 0 }],
    ['the control loses nothing', { control: { lost: 0, broken: 0 } }],
  ])('is bad when %s', (_, change) => expect(faultsOf({ ...held, ...change })).toHaveLength(1));

  test.each<[string, Partial<Figures>]>([
    ['nobody takes over, and the fallen one leads again', { rounds: [round, { ...round, newLeader: 'north' }] }],
    ['writes are away for more than 20 s', { rounds: [{ ...round, awayMs: 20_001 }] }],
    ['no primary is lost at all', { rounds: [] }],
  ])('T-31 is bad when %s', (_, change) => expect(faultsOf({ ...held, ...change })).toHaveLength(1));
});

describe('the cluster', () => {
  const north = { name: 'north', postgresPort: 5_000, patroniPort: 6_000, folder: '/tmp/north' };
  const nodes = [north, { name: 'south', postgresPort: 5_001, patroniPort: 6_001, folder: '/tmp/south' }];

  test('waits for a standby always, and has time enough to keep its lead', () => {
    const file = JSON.parse(patroniFile(north, { etcdPort: 1, nodes, password: 'x' }));
    const { ttl, loop_wait, retry_timeout, ...dcs } = file.bootstrap.dcs;
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
    // Patroni's own rule: a leader must be able to try twice before its lead is over.
    expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
  });

  test('renews a lead only where it is still the own one', () => {
    const file = JSON.parse(patroniFile(north, { etcdPort: 1, nodes, password: 'x' }));
    expect(file).toHaveProperty('etcd');
    expect(file).not.toHaveProperty('etcd3');
  });

  test('is reached by whoever leads only, and lets nobody talk to who fell', () => {
    const file = haproxyFile(7_000, nodes);
    expect(file).toContain('GET /primary');
    expect(file).toContain('on-marked-down shutdown-sessions');
    for (const { postgresPort, patroniPort } of nodes)
      expect(file).toContain(`127.0.0.1:${postgresPort} check port ${patroniPort}`);
  });

  test('says which packages are missing', () => {
    const absent = { file: '/nowhere/patroni', debianPackage: 'patroni' };
    expect(missingPackages([{ file: process.execPath, debianPackage: 'node' }, absent, absent])).toEqual(['patroni']);
    expect(prerequisites.map(({ debianPackage }) => debianPackage)).toEqual(
      expect.arrayContaining(['etcd-server', 'haproxy', 'patroni', 'postgresql-15']),
    );
  });
});

describe('an open model', () => {
  test('charges a stall to everything that was to be asked meanwhile', async () => {
    let release = (): void => undefined;
    const stall = new Promise<void>((resolve) => (release = resolve));
    const kept = await sustainRate(200, 0.5, async (number) => {
      if (number === 60) release();
      await stall;
      return number === 3 ? { kind: 'error', what: 'broken' } : { kind: 'good', what: '' };
    });
    expect(kept).toMatchObject({ sent: 100, errors: ['broken'], isCutShort: false });
    // Sixty of the hundred were due during the stall; a load that waits for answers would have seen one slow one.
    expect(kept.p50).toBeGreaterThan(40);
    expect(kept.slowest).toBeGreaterThan(290);
  });

  test('gives up a rate whose queue only grows', async () => {
    const opened: (() => void)[] = [];
    const never = () =>
      new Promise<{ kind: 'good'; what: string }>((resolve) => opened.push(() => resolve({ kind: 'good', what: '' })));
    const kept = sustainRate(100, 60, never, { longestQueueSeconds: 0.2 });
    await expect.poll(() => opened.length, { timeout: 15_000 }).toBeGreaterThan(20);
    await new Promise((resume) => setTimeout(resume, 20));
    for (const open of opened) open();
    expect((await kept).isCutShort).toBe(true);
  });
});
