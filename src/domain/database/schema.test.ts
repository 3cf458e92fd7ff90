import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';

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

/** So many buyers pay R$ 1.140,00 each. */
async function sell(count: number): Promise<void> {
  const world = createDomainWorld(database);
  for (let sale = 0; sale < count; sale += 1) {
    const { session, quote } = await world.buyer();
    expect(accepted(await world.pay(session, quote)).state).toBe('captured');
  }
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
    await sell(3);
    const numbers = await database.db
      .selectFrom('orders')
      .select('number')
      .where('number', '>=', BigInt(last))
      .orderBy('number')
      .execute();
    expect(numbers.map(({ number }) => number)).toEqual([0n, 1n, 2n].map((more) => BigInt(last) + more));
  });

  test('T-45 give amounts back as whole numbers that add up, not as texts that are strung together', async () => {
    const amounts = async (): Promise<bigint> => {
      const rows = await database.db.selectFrom('ledger_transfers').select('amount').execute();
      return rows.reduce((sum, { amount }) => sum + amount, 0n);
    };
    const before = await amounts();
    await sell(2);
    expect(await amounts()).toBe(before + 2n * 114_000n);
  });

  test('T-45 any amounts that they can hold come back as they went in, and add up', async () => {
    const unit = fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n });
    const edge = fc.constantFrom(-(2n ** 63n), -(2n ** 53n) - 1n, -1n, 0n, 1n, 9500n, 2n ** 53n + 1n, 2n ** 63n - 1n);
    const amounts = fc.array(fc.oneof(unit, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), edge), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(amounts, async (sent) => {
        const { rows } = await sql<{ amount: bigint }>`
          select amount from unnest(${sent.map(String)}::bigint[]) with ordinality as told (amount, place) order by place
        `.execute(database.db);
        expect(rows.map(({ amount }) => amount)).toEqual(sent);
        // One by one, as a value of a statement, and added up there as here.
        const [first = 0n, second = 0n] = [sent[0], sent[1]].map((amount = 0n) => BigInt.asIntN(62, amount));
        const told = await sql<{ sum: bigint }>`select ${first}::bigint + ${second}::bigint as sum`.execute(
          database.db,
        );
        expect(told.rows).toEqual([{ sum: first + second }]);
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ["update orders set state = 'lost'", 'orders_state_check'],
    ['update orders set received = received - 1', 'orders_paid_in_full'],
    ["update orders set state = 'open'", 'orders_open_unpaid'],
    ["update attempts set state = 'gone'", 'attempts_state_check'],
    ["update checkout_sessions set order_id = 'ord_none'", 'checkout_sessions_order_id_fkey'],
  ])('refuse what cannot be: %s', async (statement, rule) => {
    await sell(1);
    await expect(database.pool.query(statement)).rejects.toThrow(rule);
  });
});
