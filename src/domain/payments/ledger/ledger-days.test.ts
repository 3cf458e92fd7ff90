import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signingKey } from '#src/kernel/crypto/signing-key.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays, type LocalDate, localDateOf } from '#src/kernel/time/local-date.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { ledgerDayHash, signedPayloadOf } from './day-hash.server.ts';
import { sealLedgerDays, verifyLedgerDays } from './index.server.ts';
import { ledgerLinesOfDay } from './ledger-day.repository.server.ts';

const key = signingKey(randomBytes(32).toString('base64url'));
const keys = key.publicKeys;
let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database, { signingKey: key });
});
afterEach(() => database.close());

async function sell(seller = world): Promise<void> {
  const { session, quote } = await seller.buyer();
  expect(accepted(await seller.pay(session, quote)).state).toBe('captured');
}

/** Sales on three days with a quiet one between, all of them over. */
async function threeDays(): Promise<readonly LocalDate[]> {
  await sell();
  await sell();
  world.clock.advance(2 * 86_400_000);
  await sell();
  world.clock.advance(86_400_000 + 3 * 3_600_000);
  return sealLedgerDays(world.ctx);
}

/** As whoever owns the database can: the fence is only for those who do not. */
function asOwner(text: string): Promise<unknown> {
  return database.pool.query(`set session_replication_role = replica; ${text}; set session_replication_role = origin`);
}

const read = () => verifyLedgerDays(database.db, { keys });
const problemsAfter = async (text: string): Promise<readonly string[]> => {
  await asOwner(text);
  return (await read()).problems.map(({ problem }) => problem);
};

describe('a ledger day', () => {
  test('is closed once, an hour after its end, quiet days too, by whichever worker comes first', async () => {
    await sell();
    expect(await sealLedgerDays(world.ctx)).toEqual([]);
    const all = await Promise.all([threeDays(), sealLedgerDays(world.ctx), sealLedgerDays(world.ctx)]);
    await Promise.all([sealLedgerDays(world.ctx), sealLedgerDays(world.ctx)]);
    const { days, lines, head, problems } = await read();
    expect(problems).toEqual([]);
    expect(days).toBeGreaterThanOrEqual(3);
    expect(new Set(all.flat()).size).toBe(all.flat().length);
    expect(lines).toBe(BigInt((await database.pool.query('select 1 from ledger_transfers')).rowCount ?? 0));
    expect(head?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is not closed by a process whose clock is days ahead of the others: their later sales are no forgery', async () => {
    await sell();
    const rightNow = (): number => performance.timeOrigin + performance.now();
    const wrong = vi.spyOn(Date, 'now').mockImplementation(() => rightNow() + 3 * 86_400_000);
    expect(world.clock.now().getTime()).toBeGreaterThan(rightNow() + 2 * 86_400_000);
    const closed = await sealLedgerDays(world.ctx);
    wrong.mockRestore();
    expect(closed).toEqual([]);
    await sell();
    expect((await read()).problems).toEqual([]);
  });

  test('gets no further line from a process whose clock is days behind: it is booked on the next day', async () => {
    const closed = await threeDays();
    await sell(createDomainWorld(database, { signingKey: key }));
    const { problems, lines } = await read();
    expect(problems).toEqual([]);
    const next = addDays(closed.at(-1) ?? '2000-01-01', 1);
    const days = transaction(database.db, async (trx) => ledgerDayHash(next, '', ledgerLinesOfDay(trx, next)));
    expect(await days).toMatchObject({ rows: 1n });
    world.clock.advance(2 * 86_400_000);
    await sealLedgerDays(world.ctx);
    expect(await read()).toMatchObject({ problems: [], lines: lines + 1n });
  });

  test('cannot be changed by the product', async () => {
    await threeDays();
    for (const text of ['update ledger_days set lines = 0', 'delete from ledger_days', 'truncate ledger_days'])
      await expect(database.pool.query(text)).rejects.toThrow('append-only');
  });
});

describe('a change by the database owner is detected', () => {
  const first = 'select min(id) from ledger_transfers';
  test.each([
    ['changes an amount', `update ledger_transfers set amount = amount + 1 where id = (${first})`, ['lines-changed']],
    [
      'moves it to another account',
      `update ledger_transfers set credit_account = 'x' where id = (${first})`,
      ['lines-changed'],
    ],
    ['takes a line away', `delete from ledger_transfers where id = (${first})`, ['lines-changed']],
    [
      'adds one',
      `insert into ledger_transfers (kind, gateway, movement_id, order_id, attempt_id, debit_account, credit_account, amount, currency, occurred_at, recorded_at)
       select kind, gateway, 'invented', order_id, attempt_id, debit_account, credit_account, amount, currency, occurred_at, recorded_at
       from ledger_transfers where id = (${first})`,
      ['lines-changed'],
    ],
    [
      'changes its day',
      `update ledger_transfers set recorded_at = recorded_at + interval '1 day' where id = (${first})`,
      ['lines-changed', 'lines-changed'],
    ],
    [
      'takes a day away',
      `delete from ledger_days where day = (select min(day) + 1 from ledger_days)`,
      ['day-missing', 'chain-broken'],
    ],
    [
      'takes the first day away',
      `delete from ledger_days where day = (select min(day) from ledger_days)`,
      ['chain-broken'],
    ],
    [
      'writes another hash',
      `update ledger_days set hash = repeat('a', 64) where day = (select max(day) from ledger_days)`,
      ['lines-changed', 'signature-wrong'],
    ],
    [
      'takes a signature away',
      `update ledger_days set signature = null, key_id = null where day = (select max(day) from ledger_days)`,
      ['unsigned'],
    ],
  ] as const)('%s', async (_name, text, problems) => {
    await threeDays();
    expect((await read()).problems).toEqual([]);
    expect(await problemsAfter(text)).toEqual(problems);
  });

  test('in a line and every later hash fails the signature', async () => {
    await threeDays();
    await asOwner(`update ledger_transfers set amount = 1 where id = (${first})`);
    const days = await database.db.selectFrom('ledger_days').selectAll().orderBy('day').execute();
    const stranger = signingKey(randomBytes(32).toString('base64url'));
    let previous = days[0]?.previous_hash ?? '';
    for (const { day, lines } of days) {
      const { hash } = await transaction(database.db, (trx) =>
        ledgerDayHash(day, previous, ledgerLinesOfDay(trx, day)),
      );
      const signature = stranger.sign(signedPayloadOf(day, lines, hash));
      await asOwner(
        `update ledger_days set previous_hash = '${previous}', hash = '${hash}', signature = '${signature}' where day = '${day}'`,
      );
      previous = hash;
    }
    const { problems } = await read();
    expect(new Set(problems.map(({ problem }) => problem))).toEqual(new Set(['signature-wrong']));
    expect(problems).toHaveLength(days.length);
  });
});

test('a later check of the ledger finds a later change', async () => {
  await threeDays();
  const lines = database.db.selectFrom('ledger_transfers').select(['id', 'recorded_at']);
  const newest = await lines.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  // Late in the evening the last day closed is a quiet one: the look begins with the day of the newest line.
  const since = localDateOf(newest.recorded_at, 'UTC');
  await asOwner(`update ledger_transfers set amount = 1 where id = ${newest.id}`);
  expect((await verifyLedgerDays(database.db, { keys, since })).problems).toEqual([
    { day: since, problem: 'lines-changed' },
  ]);
  expect((await verifyLedgerDays(database.db, { keys, since: addDays(since, 1) })).problems).toEqual([]);
});

test('a check of a night reads the last days and a thirtieth of all others, so that in thirty nights it has read all', async () => {
  await threeDays();
  await asOwner(`update ledger_transfers set amount = amount + 1 where id = (select min(id) from ledger_transfers)`);
  const found: number[] = [];
  let began = localDateOf(world.clock.now(), 'UTC');
  expect((await verifyLedgerDays(database.db, { keys, today: began })).problems).toHaveLength(1);
  began = addDays(began, 60);
  for (let night = 0; night < 30; night += 1) {
    const { problems, days, daysRead } = await verifyLedgerDays(database.db, { keys, today: addDays(began, night) });
    found.push(problems.length);
    expect(daysRead).toBeLessThan(days);
  }
  expect(found.filter((count) => count > 0)).toEqual([1]);
});
