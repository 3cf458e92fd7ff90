import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { eraseSearchKeys, indexChangedSales, rebuildSlice, verifySearchSample, beginRebuild } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

async function sell(): Promise<string> {
  const { session, quote } = await world.buyer();
  const { orderId } = accepted(await world.pay(session, quote));
  return orderId;
}

const entries = () => database.db.selectFrom('sale_search').selectAll().orderBy('number').execute();
const changes = async (): Promise<number> =>
  (await database.db.selectFrom('sale_changes').select('id').execute()).length;

/** Works until no change is left. */
async function indexAll(): Promise<void> {
  while ((await indexChangedSales(world.ctx)) > 0);
}

describe('the search index', () => {
  test('a purchase leaves a few changes, and its entry shows what the order shows', async () => {
    const orderId = await sell();
    expect(await changes()).toBeLessThanOrEqual(6);
    await indexAll();
    expect(await changes()).toBe(0);
    expect(await entries()).toEqual([
      expect.objectContaining({
        order_id: orderId,
        brand: 'school',
        seller: 'ana',
        source: 'campanha',
        kind: 'first',
        state: 'paid',
        total: 114_000n,
        received: 114_000n,
        methods: ['at-once'],
        troubles: null,
      }),
    ]);
  });

  test('open pages of tasks are told of a sale in trouble, when it begins and when it is over, and of no other', async () => {
    const told: string[] = [];
    world = createDomainWorld(database, { staffSignals: { listChanged: (list) => void told.push(list) } });
    const orderId = await sell();
    await indexAll();
    expect(told).toEqual([]);
    await database.pool.query(
      `insert into reconciliation_exceptions (id, kind, order_id, attempt_id, movement_id, amount, currency, task, state, created_at)
       select 'brk_1', 'contradiction', $1, id, 'm1', 100, 'BRL', 'look-into-charge', 'open', now() from attempts where order_id = $1`,
      [orderId],
    );
    await indexAll();
    expect(told).toEqual(['tasks']);
    await database.pool.query(
      `update reconciliation_exceptions set state = 'resolved', resolved_at = now(), resolved_by = 'x'`,
    );
    await indexAll();
    expect(told).toEqual(['tasks', 'tasks']);
  });

  test('an entry holds nobody in clear text', async () => {
    await sell();
    await indexAll();
    const { rows } = await sql<{ text: string }>`
      select s::text || coalesce((select string_agg(n::text, ' ') from search_numbers n), '') as text from sale_search s`.execute(
      database.db,
    );
    for (const personal of ['maria', 'Maria', 'Silva', 'example.com', '61234567'])
      expect(rows[0]?.text).not.toContain(personal);
  });

  test('a changed name, state or attempt reaches the entry; an untouched one is not written again', async () => {
    const orderId = await sell();
    await indexAll();
    const [before] = await entries();
    await database.pool.query(`update leads set name = 'João Pereira'`);
    await database.pool.query(`update attempts set kept = '{"brand":"visa","last4":"1142"}' where order_id = $1`, [
      orderId,
    ]);
    await database.pool.query('update attempts set checks = checks + 1');
    expect(await changes()).toBe(2);
    await indexAll();
    const [after] = await entries();
    expect(after?.name_keys).not.toEqual(before?.name_keys);
    expect(after).toMatchObject({ last4: 1142, card_brand: 'visa', email_key: before?.email_key });
    const version = () => database.pool.query('select xmin::text as xmin from sale_search');
    const { rows: written } = await version();
    await database.pool.query('insert into sale_changes (order_id) values ($1)', [orderId]);
    await indexAll();
    expect((await version()).rows).toEqual(written);
  });

  test('a change that is committed while a round is under way is taken by the next one', async () => {
    const orderId = await sell();
    await database.db.transaction().execute(async (trx) => {
      await trx.updateTable('leads').set({ name: 'Outra Pessoa' }).execute();
      await indexAll();
      expect(await entries()).toHaveLength(1);
    });
    const [before] = await entries();
    expect(before?.order_id).toBe(orderId);
    await indexAll();
    expect((await entries())[0]?.name_keys).not.toEqual(before?.name_keys);
  });

  test('two workers at once write each entry as the order is at last', async () => {
    for (let sale = 0; sale < 5; sale += 1) await sell();
    await Promise.all(Array.from({ length: 6 }, () => indexAll()));
    await indexAll();
    expect(await entries()).toHaveLength(5);
    expect(await verifySearchSample(world.ctx, 100)).toEqual({ compared: 5, different: 0 });
  });

  test('made anew after a stop, it is what it was', async () => {
    for (let sale = 0; sale < 4; sale += 1) await sell();
    await indexAll();
    const before = await entries();
    await database.pool.query('delete from sale_search');
    await beginRebuild(world.ctx.db, world.clock.now());
    expect(await rebuildSlice(world.ctx, 3)).toBe(3);
    expect(await entries()).toHaveLength(3);
    expect(await rebuildSlice({ ...world.ctx, isStopping: () => true }, 3)).toBe(0);
    expect(await rebuildSlice(world.ctx, 3)).toBe(1);
    expect(await rebuildSlice(world.ctx, 3)).toBeNull();
    expect(await entries()).toEqual(before);
  });

  test('the nightly sample finds an entry that was changed by hand, a missing one, and mends both', async () => {
    for (let sale = 0; sale < 3; sale += 1) await sell();
    await indexAll();
    await database.pool.query(
      `update sale_search set seller = 'bia' where number = (select min(number) from sale_search)`,
    );
    await database.pool.query('delete from sale_search where number = (select max(number) from sale_search)');
    const errors: unknown[] = [];
    const log = { ...world.ctx.log, error: (event: string, fields?: unknown) => void errors.push([event, fields]) };
    expect(await verifySearchSample({ ...world.ctx, log }, 10_000)).toEqual({ compared: 3, different: 2 });
    expect(errors).toEqual([['search-index-differs', { count: 2 }]]);
    await indexAll();
    expect(await verifySearchSample(world.ctx, 10_000)).toEqual({ compared: 3, different: 0 });
  });

  test('an erased buyer is in no key and no number of the same transaction', async () => {
    const orderId = await sell();
    await database.pool.query(
      `update attempts set kept = '{"brand":"visa","last4":"1142"}', instructions = '{"cip":"20264815"}'`,
    );
    await indexAll();
    expect(await database.db.selectFrom('search_numbers').selectAll().execute()).toHaveLength(1);
    await database.db.transaction().execute((trx) => eraseSearchKeys(trx, [orderId]));
    const none = {
      email_key: null,
      phone_key: null,
      phone_end_key: null,
      document_key: null,
      name_keys: [],
      last4: null,
    };
    expect(await entries()).toEqual([expect.objectContaining(none)]);
    expect(await database.db.selectFrom('search_numbers').selectAll().execute()).toEqual([]);
  });

  test('another key makes other keys: the index is made anew by it', async () => {
    await sell();
    await indexAll();
    const [before] = await entries();
    const renewed = {
      ...world.ctx,
      config: { ...world.ctx.config, encryptionKeys: ['another key', 'a key of the tests'] },
    };
    await beginRebuild(renewed.db, world.clock.now());
    expect(await rebuildSlice(renewed, 10)).toBe(1);
    expect((await entries())[0]?.email_key).not.toEqual(before?.email_key);
  });
});
