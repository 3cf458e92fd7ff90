import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { indexChangedSales } from '#src/domain/sales/search/index.server.ts';
import type { PersonPage } from '../people/people.types.ts';
import type { SaleList } from '../sales/sale-item.types.ts';
import type { SearchAnswer } from './search.types.ts';

let database: TestDatabase;
let world: ConsoleWorld;
const orderIds: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 12 });
  world = await createConsoleWorld(database);
  for (let sale = 0; sale < 3; sale += 1) {
    const { session, quote } = await world.buyer();
    orderIds.push(accepted(await world.pay(session, quote)).orderId);
    world.clock.advance(60_000);
  }
  while ((await indexChangedSales(world.ctx)) > 0);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

type Answer<T> = { readonly status: number; readonly json: T };
/** Routes answer with the shapes of their types; a test reads them as such. */
const read = <T>({ status, json }: { readonly status: number; readonly json: unknown }): Answer<T> => ({
  status,
  json: json as T,
});

const auditRows = () => database.db.selectFrom('audit_log').selectAll().orderBy('id').execute();

describe('the route of searches', () => {
  test('finds the sales of a term in scope, with their buyer masked', async () => {
    const ana = world.user('ana', ['help@brand:school']);
    const { status, json } = read<SearchAnswer>(await ana.post('/search', { term: 'maria@example.com' }));
    expect(status).toBe(200);
    expect(json.sales.map(({ orderId, why }) => [orderId, why])).toEqual(
      orderIds.toReversed().map((id) => [id, 'email']),
    );
    expect(json.people).toEqual([expect.objectContaining({ name: 'Maria S•••', email: 'm•••@e•••.com' })]);
    expect(JSON.stringify(json)).not.toContain('maria@');
    const other = world.user('bia', ['help@brand:other']);
    expect(read<SearchAnswer>(await other.post('/search', { term: 'maria@example.com' })).json.sales).toEqual([]);
  });

  test('leaves the term out of the audit log, and says who looked', async () => {
    const before = (await auditRows()).length;
    await world.user('carla', ['help@*']).post('/search', { term: 'Maria da Silva' });
    const [entry] = (await auditRows()).slice(before);
    expect(entry).toMatchObject({
      actor: 'staff:carla',
      action: 'sale.search',
      outcome: 'seen',
      detail: { meanings: ['name'], sales: 3 },
    });
    expect(JSON.stringify(entry, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
      /maria|silva/i,
    );
  });

  test('takes the term in a body only, sixty times a minute from one person', async () => {
    const duda = world.user('duda', ['help@*']);
    expect((await duda.get('/search?term=x')).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 61 }, () => duda.post('/search', { term: '!' })));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await world.user('eva', ['help@*']).post('/search', { term: '!' })).status).toBe(200);
  });

  test('is closed to who may see no sales', async () => {
    expect((await world.user('fabio', ['people@*']).post('/search', { term: 'x' })).status).toBe(403);
  });
});

describe('the route of sales', () => {
  test('gives pages there and back, of the last days unless another period is asked for', async () => {
    const ana = world.user('ana', ['help@brand:school']);
    const { json } = read<SaleList>(await ana.get('/sales?state=paid&method=at-once&kind=first&seller=ana'));
    expect(json.sales.map(({ orderId }) => orderId)).toEqual(orderIds.toReversed());
    expect(json.sales[0]).toMatchObject({ total: 114_000, currency: 'BRL', timeZone: 'America/Sao_Paulo' });
    expect(json).toMatchObject({ before: null, after: null });
    for (const query of [
      'state=open',
      'method=by-code',
      'brand=other',
      'from=2020-01-01&until=2020-02-01',
      'trouble=task',
    ])
      expect(read<SaleList>(await ana.get(`/sales?${query}`)).json.sales).toEqual([]);
    expect((await ana.get('/sales?state=unheard-of')).status).toBe(422);
    expect((await ana.get('/sales?after=x')).status).toBe(422);
  });
});

describe('the route of a person', () => {
  async function leadId(): Promise<string> {
    const { lead_id } = await database.db
      .selectFrom('orders')
      .select('lead_id')
      .where('id', '=', orderIds[0] ?? '')
      .executeTakeFirstOrThrow();
    return lead_id;
  }

  test('shows all of them masked, and clear for a reason that is written down', async () => {
    const ana = world.user('ana', ['help@brand:school']);
    const page = read<PersonPage>(await ana.get(`/people/${await leadId()}`));
    expect(page.status).toBe(200);
    expect(page.json.sales).toHaveLength(3);
    const before = (await auditRows()).length;
    expect((await ana.post(`/people/${await leadId()}/reveal`, { reason: '' })).status).toBe(422);
    const revealed = await ana.post(`/people/${await leadId()}/reveal`, { reason: 'Chamado 77' });
    expect(revealed.json).toEqual({
      name: 'Maria da Silva',
      email: 'maria@example.com',
      phone: '+5511961234567',
      document: null,
    });
    expect((await auditRows()).slice(before)).toEqual([
      expect.objectContaining({ action: 'buyer.reveal', outcome: 'seen', subject_id: await leadId(), brand: 'school' }),
    ]);
  });

  test('is not there for another brand, and not allowed without the permission', async () => {
    expect((await world.user('bia', ['help@brand:other']).get(`/people/${await leadId()}`)).status).toBe(404);
    const operator = world.user('olga', ['operator@brand:school']);
    expect((await operator.get(`/people/${await leadId()}`)).status).toBe(200);
    expect((await operator.post(`/people/${await leadId()}/reveal`, { reason: 'curious' })).status).toBe(403);
  });
});

test('the routes of subscriptions answer for brands of the scope', async () => {
  const ana = world.user('ana', ['help@*']);
  expect((await ana.get('/subscriptions?state=active')).json).toEqual({ subscriptions: [], after: null });
  expect((await ana.get('/subscriptions/charges')).json).toMatchObject({ days: [] });
});
