import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type LocalDate, localDateOf } from '#src/kernel/time/local-date.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { type FigureFilter, figureLines, figuresBy, sealLedgerDays, surplusOwed } from './index.server.ts';
import type { FigureDimension } from './figure.repository.server.ts';

const dayMs = 86_400_000;
const kinds = [
  ...['capture-principal', 'capture-surplus', 'capture-late-fee', 'dispute-won-principal'],
  ...['refund-principal', 'refund-surplus', 'dispute-principal', 'refund-excess'],
];
let database: TestDatabase;
let world: DomainWorld;
let first: LocalDate;
let sealed = 0;

/** Lines of two orders on twelve days, booked up to three days after the money moved; the last days are not sealed. */
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
  const sales: { orderId: string }[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { session, quote } = await world.buyer();
    sales.push(accepted(await world.pay(session, quote)));
  }
  await database.pool.query('update orders set brand = $1 where id = $2', ['other', sales[1]?.orderId]);
  await database.pool.query('update attempts set method = $1 where order_id = $2', ['pix', sales[1]?.orderId]);
  const begin = world.clock.now().getTime();
  first = localDateOf(world.clock.now(), 'UTC');
  await database.pool.query(
    `insert into ledger_transfers (kind, gateway, movement_id, order_id, attempt_id, debit_account, credit_account, amount, currency, occurred_at, recorded_at)
     select ($1::text[])[1 + n % 8], 'g' || n % 3, 'random-' || n, attempts.order_id, attempts.id, 'a', 'b',
       1 + n * 7919 % 100000, 'BRL', to_timestamp($2::float8 + n % 12 * 86400 + n * 3571 % 86400),
       to_timestamp($2::float8 + n % 12 * 86400 + n * 3571 % 86400 + n % 4 * 86400)
     from generate_series(1, 400) as n join attempts on attempts.order_id = ($3::text[])[1 + n % 2]`,
    [kinds, begin / 1000, sales.map(({ orderId }) => orderId)],
  );
  world.clock.advance(9 * dayMs);
  sealed = (await sealLedgerDays(world.ctx)).length;
});
afterAll(() => database.close());

const filters: fc.Arbitrary<FigureFilter> = fc
  .record({
    start: fc.integer({ min: -2, max: 13 }),
    length: fc.integer({ min: 0, max: 15 }),
    brands: fc.constantFrom(null, ['school'], ['other'], ['school', 'other'], []),
    methods: fc.constantFrom(null, ['pix'], ['credit-card', 'pix']),
    gateways: fc.constantFrom(null, ['g1'], ['g0', 'g2']),
  })
  .map(({ start, length, ...rest }) => {
    const from = addDays(first, start);
    return { from, to: addDays(from, length), ...rest };
  });

async function linesOf(filter: FigureFilter): Promise<Awaited<ReturnType<typeof figureLines>>> {
  const found: Awaited<ReturnType<typeof figureLines>>[number][] = [];
  for (;;) {
    const last = found.at(-1);
    const page = await figureLines(database.db, filter, { after: last ?? null, limit: 150 });
    found.push(...page);
    if (page.length < 150) return found;
  }
}

test('a figure is the sum of its lines, of whichever days, brands and methods, by whichever dimension', async () => {
  const dimensions: readonly FigureDimension[] = ['day', 'brand', 'method', 'gateway'];
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(...dimensions), async (filter, dimension) => {
      const lines = await linesOf(filter);
      const figures = await figuresBy(database.db, dimension, filter);
      const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);
      const amounts = lines.map(({ amount }) => amount);
      expect(sum(figures.map(({ moneyIn }) => moneyIn))).toBe(sum(amounts.filter((amount) => amount > 0n)));
      expect(sum(figures.map(({ back }) => back))).toBe(-sum(amounts.filter((amount) => amount < 0n)));
      expect(figures.reduce((all, one) => all + one.lines, 0)).toBe(lines.length);
      const keyOf = (line: (typeof lines)[number]): string =>
        dimension === 'day' ? localDateOf(line.occurredAt, 'America/Sao_Paulo') : line[dimension];
      for (const { key, lines: count } of figures)
        expect(lines.filter((line) => keyOf(line) === key)).toHaveLength(count);
      seen += lines.length;
    }),
    { numRuns: 120 },
  );
  expect(sealed).toBeGreaterThan(6);
  expect(seen).toBeGreaterThan(1_000);
});

test('surplus owed is what came as surplus without what went back of it, up to the end of the period', async () => {
  const filter = { from: first, to: addDays(first, 20), brands: null, methods: null, gateways: null };
  const lines = await linesOf({ ...filter, from: addDays(first, -30) });
  const expected = lines.reduce((all, line) => (line.kind.endsWith('-surplus') ? all + line.amount : all), 0n);
  expect(expected).not.toBe(0n);
  expect(await surplusOwed(database.db, filter)).toEqual([{ currency: 'BRL', amount: expected }]);
  expect(await surplusOwed(database.db, { ...filter, from: addDays(first, 15) })).toEqual([
    { currency: 'BRL', amount: expected },
  ]);
});

test('a seller’s figures are of their own sales only, from the lines', async () => {
  const filter = { from: first, to: addDays(first, 20), brands: [], methods: null, gateways: null };
  const seller = (await database.db.selectFrom('orders').select('seller').limit(1).executeTakeFirstOrThrow()).seller;
  const own = { ...filter, sellers: [{ brand: 'other', seller }] };
  expect((await figuresBy(database.db, 'brand', own)).map(({ key }) => key)).toEqual(['other']);
  expect(await figuresBy(database.db, 'brand', { ...filter, sellers: [{ brand: 'other', seller: 'nobody' }] })).toEqual(
    [],
  );
});

test('a day’s sums have every line of the day once, and no product code can change them', async () => {
  const { rows } = await database.pool.query<{ apart: string }>(
    `select count(*) as apart from ledger_days as days
     where days.lines <> (select coalesce(sum(lines), 0) from day_sums where book_day = days.day)`,
  );
  expect(Number(rows[0]?.apart)).toBe(0);
  await expect(database.pool.query('update day_sums set amount = 1')).rejects.toThrow('append-only');
});
