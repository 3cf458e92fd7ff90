import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld } from '#tests/support/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

async function columns(where: string): Promise<string[]> {
  const { rows } = await database.pool.query<Column>(
    `select table_name as table, column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name <> 'schema_migrations' and (${where}) order by 1, 2`,
  );
  return rows.map(({ table, name, type }) => `${table}.${name}: ${type}`);
}

describe('the tables', () => {
  test('T-30 number nothing with integers that run out', async () => {
    expect(await columns("(is_identity = 'YES' or column_default like 'nextval%') and data_type <> 'bigint'")).toEqual(
      [],
    );
    expect(await columns("is_identity = 'YES'")).not.toEqual([]);
  });

  test('T-44 keep money in whole minor units: no column is a float or a decimal', async () => {
    const amounts =
      "column_name in ('amount', 'total', 'received', 'returned', 'discount', 'principal', 'interest', 'standard_amount')";
    expect(await columns(`${amounts} and data_type <> 'bigint'`)).toEqual([]);
    expect((await columns(amounts)).length).toBeGreaterThan(8);
    expect(await columns("data_type in ('real', 'double precision', 'numeric', 'money')")).toEqual([]);
  });

  test('T-30 go on past 2^31 orders, attempts, lines and events', async () => {
    const last = 2 ** 31 - 1;
    await database.pool.query(`
      alter table orders alter column number restart with ${last};
      alter table attempts alter column serial restart with ${last};
      alter table ledger_transfers alter column id restart with ${last};
      alter table outbox_events alter column id restart with ${last};`);
    const world = createDomainWorld(database);
    for (let sale = 0; sale < 3; sale += 1) {
      const { session, quote } = await world.buyer();
      expect(accepted(await world.pay(session, quote)).state).toBe('captured');
    }
    const numbers = await database.db.selectFrom('orders').select('number').orderBy('number').execute();
    expect(numbers.map(({ number }) => number)).toEqual([0n, 1n, 2n].map((more) => BigInt(last) + more));
  });

  test('T-45 give amounts back as whole numbers that add up, not as texts that are strung together', async () => {
    const rows = await database.db.selectFrom('ledger_transfers').select('amount').execute();
    expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(3n * 114_000n);
  });

  test.each([
    ["update orders set state = 'lost'", 'orders_state_check'],
    ['update orders set received = received - 1', 'orders_check'],
    ["update orders set state = 'open'", 'orders_check'],
    ["update attempts set state = 'gone'", 'attempts_state_check'],
    ["update checkout_sessions set order_id = 'ord_none'", 'checkout_sessions_order_id_fkey'],
  ])('refuse what cannot be: %s', async (statement, rule) => {
    await expect(database.pool.query(statement)).rejects.toThrow(rule);
  });
});
