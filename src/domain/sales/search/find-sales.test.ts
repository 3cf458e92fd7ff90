import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { manualGateway } from '../../payments/index.server.ts';
import type { StaffScope } from '../../staff/index.ts';
import type { FoundSales } from './find-sales.server.ts';
import { findSales, indexChangedSales } from './index.server.ts';

const all: StaffScope = { kind: 'all' };
const barcode = '34196166700000123451101234567880057123457000';
const pixCode = '00020126580014br.gov.bcb.pix0136abc5204000053039865802BR5906Escola6009SAO PAULO62070503***63041D3D';

let database: TestDatabase;
let world: DomainWorld;
let orderId: string;
let other: string;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
  orderId = await sell();
  world.clock.advance(60_000);
  other = await sell();
  const change = (text: string, values: readonly unknown[] = []) => database.pool.query(text, [...values]);
  const lead = '(select lead_id from orders where id = $1)';
  await change(
    `update leads set name = 'João da Conceição Pereira', email = 'joao@example.org', phone = '+5521987654321', document_number = '52998224725'
      where id = ${lead}`,
    [orderId],
  );
  await change(
    `update attempts set reference = '6f1d8c0e5b7a4f3d9c2e1a0b8d7f6e5c', kept = '{"brand":"visa","last4":"1142","expiry":"12/2030"}',
      instructions = $2 where order_id = $1`,
    [orderId, JSON.stringify({ barcode, ourNumber: '10123456788', cip: '20264815', brCode: pixCode })],
  );
  await change(
    `insert into ledger_transfers (kind, gateway, movement_id, order_id, attempt_id, debit_account, credit_account, amount,
        currency, occurred_at, recorded_at)
      select kind, coalesce(by, gateway), movement, order_id, id, 'a', 'b', 1, 'BRL', now(), now()
        from attempts, (values ('capture-principal', null, 'E30306294202611241200abcdefghijk'),
          ('refund-principal', $2, 'E60701190202611241200lmnopqrstuv')) as moved(kind, by, movement) where order_id = $1`,
    [orderId, manualGateway],
  );
  await change(`insert into voucher_uses (order_id, brand, code, at) values ($1, 'school', 'black50', now())`, [
    orderId,
  ]);
  await change(
    `insert into fiscal_notes (id, order_id, sequence, state, issuer, series, number, declaration_id, declaration, amount,
        currency, note_number, access_key, created_at)
      values ('fis_1', $1, 1, 'issued', 'i', '1', 1, 'd', '', 1, 'BRL', '2026000123', $2, now())`,
    [orderId, '3'.repeat(50)],
  );
  await indexAll();
});
afterAll(() => database.close());

async function sell(): Promise<string> {
  const { session, quote } = await world.buyer();
  return accepted(await world.pay(session, quote)).orderId;
}

async function indexAll(): Promise<void> {
  while ((await indexChangedSales(world.ctx)) > 0);
}

function find(term: string, scope: StaffScope = all): Promise<FoundSales> {
  const today = '2026-11-27';
  return findSales(database.db, { config: world.ctx.config, gateways: [world.gateway.id] }, scope, term, { today });
}

async function foundBy(term: string, scope?: StaffScope): Promise<readonly string[]> {
  return (await find(term, scope)).found.map(({ sale, why }) => `${sale.orderId === orderId ? 'his' : 'hers'} ${why}`);
}

describe('finding a sale', () => {
  test.each([
    ['joao@example.org', 'email'],
    ['(21) 98765-4321', 'phone'],
    ['8765-4321', 'phone-end'],
    ['529.982.247-25', 'document'],
    ['Pereira João', 'name'],
    ['conceic joao', 'name'],
    ['final 1142', 'last4'],
    ['E30306294202611241200abcdefghijk', 'movement'],
    // A payout from the school's own account.
    ['E60701190202611241200lmnopqrstuv', 'movement'],
    ['6F1D8C0E5B7A4F3D9C2E1A0B8D7F6E5C', 'charge'],
    [barcode, 'barcode'],
    ['34191.10121 34567.880058 71234.570001 6 16670000012345', 'barcode'],
    ['nosso número 10123456788', 'our-number'],
    ['2026 4815', 'cash-code'],
    [pixCode, 'payment-code'],
    ['cupom BLACK50', 'voucher'],
    ['NFS-e 2026000123', 'fiscal-note'],
    ['3'.repeat(50), 'fiscal-key'],
  ])('by "%s" gives that sale, by its %s', async (term, why) => {
    expect(await foundBy(term)).toEqual([`his ${why}`]);
  });

  test('by number, reference and id gives that sale', async () => {
    const { rows } = await database.pool.query('select number::text, reference from orders where id = $1', [orderId]);
    const [{ number, reference }] = rows;
    expect(await foundBy(`pedido ${number}`)).toEqual(['his order-number']);
    expect(await foundBy(`${reference.slice(0, 3)}-${reference.slice(3)}`)).toEqual(['his order-reference']);
    expect(await foundBy(orderId)).toEqual(['his id']);
  });

  test('by amount gives the newest first, and by the day only those that began or were paid on it', async () => {
    expect(await foundBy('R$ 1.140,00')).toEqual(['hers amount', 'his amount']);
    const [sale] = (await find(orderId)).found;
    const day = sale?.sale.paidAt?.toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' }) ?? '';
    expect(await foundBy(`1.140,00 ${day}`)).toEqual(['hers amount', 'his amount']);
    expect(await foundBy('1.140,00 01/02/2020')).toEqual([]);
  });

  test('by amount and day gives those that were paid on it, days or minutes after they began', async () => {
    const paid = async (id: string, began: string, at: string): Promise<void> =>
      void (await database.pool.query(
        `insert into sale_search select (jsonb_populate_record(s, jsonb_build_object('number', s.number + 1000 + $2::int, 'order_id', $1::text,
            'market', 'MZ', 'total', 77700, 'charged', null, 'began_at', $3::text, 'paid_at', $4::text))).*
          from sale_search s where s.order_id = $5`,
        [id, id.length, began, at, orderId],
      ));
    await paid('ord_late', '2026-03-01T12:00:00Z', '2026-03-05T12:00:00Z');
    // Maputo's midnight is 22:00 UTC, the earliest of all markets.
    await paid('ord_midnight', '2026-03-04T21:40:00Z', '2026-03-04T22:10:00Z');
    await paid('ord_other_day', '2026-03-03T12:00:00Z', '2026-03-04T12:00:00Z');
    const found = await find('777,00 05/03/2026');
    expect(found.found.map(({ sale }) => sale.orderId)).toEqual(['ord_midnight', 'ord_late']);
    await database.pool.query('delete from sale_search where total = 77700');
  });

  test('shows the buyer masked', async () => {
    const [hit] = (await find('joao@example.org')).found;
    expect(hit?.sale).toMatchObject({
      buyer: { name: 'João P•••', email: 'j•••@e•••.org' },
      last4: '1142',
      methods: ['at-once'],
      state: 'paid',
    });
  });

  test.each<[string, StaffScope, readonly string[]]>([
    ['none', { kind: 'none' }, []],
    ['another brand', { kind: 'some', brands: ['other'], units: [], sellers: [] }, []],
    ['the brand', { kind: 'some', brands: ['school'], units: [], sellers: [] }, ['his']],
    ['another seller', { kind: 'some', brands: [], units: [], sellers: [{ brand: 'school', seller: 'bia' }] }, []],
    ['the seller', { kind: 'some', brands: [], units: [], sellers: [{ brand: 'school', seller: 'ana' }] }, ['his']],
    ['another unit', { kind: 'some', brands: [], units: [{ brand: 'school', unit: 'centro' }], sellers: [] }, []],
  ])('in the scope of %s', async (_name, scope, expected) => {
    const terms = [
      'joao@example.org',
      '529.982.247-25',
      'João Pereira',
      'final 1142',
      orderId,
      'E30306294202611241200abcdefghijk',
    ];
    for (const term of terms) expect((await foundBy(term, scope)).map((one) => one.split(' ')[0])).toEqual(expected);
  });

  test('one that no worker has indexed yet is found by everything, once', async () => {
    await database.pool.query(
      `update leads set name = 'Carla Nova', email = 'carla@example.org' where id = (select lead_id from orders where id = $1)`,
      [other],
    );
    for (const term of ['carla@example.org', 'Nova Carla', 'carl'])
      expect(await foundBy(term)).toEqual([`hers ${term.includes('@') ? 'email' : 'name'}`]);
    expect(await foundBy('maria@example.com')).toEqual([]);
    await indexAll();
    expect(await foundBy('Carla Nova')).toEqual(['hers name']);
  });

  test('by a key of an earlier secret goes on while the index is made anew', async () => {
    const config = { ...world.ctx.config, encryptionKeys: ['a later key', 'a key of the tests'] };
    const found = await findSales(database.db, { config, gateways: [] }, all, 'joao@example.org', {
      today: '2026-11-27',
    });
    expect(found.found.map(({ sale }) => sale.orderId)).toEqual([orderId]);
  });

  test('tells which meaning took too long, and gives the others', async () => {
    const hasty = createPool(database.address, { max: 8, statementTimeoutMs: 300 });
    const holder = await database.pool.connect();
    try {
      await holder.query('begin; lock table search_numbers in access exclusive mode');
      const found = await findSales(createKysely(hasty), { config: world.ctx.config, gateways: [] }, all, '20264815', {
        today: '2026-11-27',
      });
      expect(found.timedOut).toEqual(['document', 'cash-code', 'our-number', 'fiscal-note']);
    } finally {
      await holder.query('rollback');
      holder.release();
      await hasty.end();
    }
  });
});
