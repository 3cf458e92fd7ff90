import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import type { StaffScope } from '../../staff/index.ts';
import { findPerson, indexChangedSales, listSales, type SaleCursor, type SaleFilters } from './index.server.ts';
import type { SaleRow } from './index.ts';

const all: StaffScope = { kind: 'all' };
const count = 120;

let database: TestDatabase;
let world: DomainWorld;
let everything: readonly SaleRow[];
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
  const { session, quote } = await world.buyer();
  accepted(await world.pay(session, quote));
  while ((await indexChangedSales(world.ctx)) > 0);
  // Several at the same instant, so that the number decides.
  await database.pool.query(`
    insert into sale_search select (jsonb_populate_record(s, jsonb_build_object('number', s.number + n, 'order_id', 'ord_' || n,
      'began_at', s.began_at + (n / 3) * interval '1 minute', 'brand', (array['school', 'night', 'sea'])[1 + n % 3],
      'seller', (array['ana', 'bia'])[1 + n % 2], 'unit', (array['centro', 'norte', null])[1 + n % 3],
      'state', (array['open', 'paid', 'closed', 'refunded'])[1 + n % 4], 'source', (array['campanha', 'site'])[1 + n / 7 % 2],
      'methods', case when n % 5 = 0 then '["by-code"]'::jsonb else '["at-once"]'::jsonb end,
      'kind', (array['first', 'renewal'])[1 + n / 11 % 2],
      'troubles', case when n % 6 = 0 then '["dispute"]'::jsonb when n % 7 = 0 then '["task", "dispute"]'::jsonb end))).*
    from sale_search s, generate_series(1, ${count - 1}) n`);
  everything = (await listSales(database.db, all, {}, { cursor: null, size: 500 })).sales;
});
afterAll(() => database.close());

const ids = (sales: readonly SaleRow[]): readonly string[] => sales.map(({ orderId }) => orderId);
const cursorAt = (sale: SaleRow | undefined, side: SaleCursor['side']): SaleCursor => {
  if (!sale) throw new Error('The page is empty');
  return { side, beganAt: sale.beganAt, number: sale.number };
};

const some = <T>(...values: readonly T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 }), { nil: undefined });
const one = <T>(...values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const filters = fc.record(
  {
    brands: some('school', 'night', 'sea'),
    states: some<'open' | 'paid' | 'closed' | 'refunded'>('open', 'paid', 'closed', 'refunded'),
    troubles: some<'task' | 'dispute'>('task', 'dispute'),
    methods: some('at-once', 'by-code'),
    kinds: some<'first' | 'renewal'>('first', 'renewal'),
    seller: one('ana', 'bia'),
    source: one('campanha', 'site'),
    minutes: fc.option(fc.tuple(fc.nat(40), fc.nat(40)), { nil: undefined }),
  },
  { requiredKeys: [] },
);
const scopes = fc.oneof(
  fc.constant(all),
  fc.record({
    kind: fc.constant('some' as const),
    brands: fc.uniqueArray(fc.constantFrom('school', 'night')),
    units: fc.constantFrom(
      [],
      [
        { brand: 'sea', unit: 'norte' },
        { brand: 'sea', unit: 'centro' },
      ],
    ),
    sellers: fc.constantFrom([], [{ brand: 'sea', seller: 'ana' }]),
  }),
);

function isWanted(
  sale: SaleRow,
  { brands, states, troubles, methods, kinds, seller, source, from, until }: SaleFilters,
): boolean {
  const among = <T>(wanted: readonly T[] | undefined, own: readonly T[]): boolean =>
    !wanted || own.some((value) => wanted.includes(value));
  return (
    among(brands, [sale.brand]) &&
    among(states, [sale.state]) &&
    among<string>(troubles, sale.troubles) &&
    among(methods, sale.methods) &&
    among(kinds, [sale.kind]) &&
    (seller === undefined || sale.seller === seller) &&
    (source === undefined || sale.source === source) &&
    (!from || sale.beganAt >= from) &&
    (!until || sale.beganAt < until)
  );
}

async function unitOf(orderId: string): Promise<string | null> {
  const { rows } = await database.pool.query<{ unit: string | null }>(
    'select unit from sale_search where order_id = $1',
    [orderId],
  );
  return rows[0]?.unit ?? null;
}

describe('the list of sales', () => {
  test('is newest first, the number deciding between equals', () => {
    expect(everything).toHaveLength(count);
    const expected = everything.toSorted(
      (a, b) => b.beganAt.getTime() - a.beganAt.getTime() || Number(b.number - a.number),
    );
    expect(ids(everything)).toEqual(ids(expected));
  });

  test('page by page, there and back, is the list that one by one is in scope and wanted', async () => {
    const units = new Map(
      await Promise.all(everything.map(async ({ orderId }) => [orderId, await unitOf(orderId)] as const)),
    );
    await fc.assert(
      fc.asyncProperty(filters, scopes, fc.integer({ min: 1, max: 50 }), async ({ minutes, ...rest }, scope, size) => {
        const began = everything.at(-1)?.beganAt.getTime() ?? 0;
        const span = minutes && {
          from: new Date(began + minutes[0] * 60_000),
          until: new Date(began + minutes[1] * 60_000),
        };
        const wanted: SaleFilters = { ...rest, ...span };
        const expected = everything.filter(
          (sale) =>
            isWanted(sale, wanted) &&
            (scope.kind === 'all' ||
              scope.brands.some((brand) => brand === sale.brand) ||
              scope.units.some(({ brand, unit }) => brand === sale.brand && unit === units.get(sale.orderId)) ||
              scope.sellers.some(({ brand, seller }) => brand === sale.brand && seller === sale.seller)),
        );
        const pages: (readonly SaleRow[])[] = [];
        for (let cursor: SaleCursor | null = null; ;) {
          const page = await listSales(database.db, scope, wanted, { cursor, size });
          pages.push(page.sales);
          if (!page.hasOlder) break;
          cursor = cursorAt(page.sales.at(-1), 'older');
        }
        expect(ids(pages.flat())).toEqual(ids(expected));
        if (pages.length < 2) return;
        const [last = []] = pages.slice(-1);
        const before = await listSales(database.db, scope, wanted, { cursor: cursorAt(last[0], 'newer'), size });
        expect(ids(before.sales)).toEqual(ids(pages.at(-2) ?? []));
        expect(before.hasNewer).toBe(pages.length > 2);
      }),
      { numRuns: 60 },
    );
  });

  test('is empty for who has no scope', async () => {
    const page = await listSales(database.db, { kind: 'none' }, {}, { cursor: null, size: 50 });
    expect(page).toEqual({ sales: [], hasNewer: false, hasOlder: false });
  });
});

describe('a person', () => {
  test('is all of one e-mail at the brands of the reader, masked', async () => {
    const [sale] = everything.slice(-1);
    const second = await world.buyer();
    accepted(await world.pay(second.session, second.quote));
    while ((await indexChangedSales(world.ctx)) > 0);
    const view = await findPerson(
      database.db,
      world.ctx.config,
      { scope: all, brands: ['school'] },
      sale?.leadId ?? '',
    );
    expect(view?.masked).toEqual({ name: 'Maria S•••', email: 'm•••@e•••.com', phone: '•••4567', document: null });
    expect(new Set(view?.sales.map(({ leadId }) => leadId)).size).toBe(2);
    expect(JSON.stringify(view, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      'maria@',
    );
    const narrow = await findPerson(database.db, world.ctx.config, { scope: all, brands: [] }, sale?.leadId ?? '');
    expect(new Set(narrow?.sales.map(({ leadId }) => leadId)).size).toBe(1);
    expect(await findPerson(database.db, world.ctx.config, { scope: all, brands: ['school'] }, 'led_none')).toBeNull();
  });
});
