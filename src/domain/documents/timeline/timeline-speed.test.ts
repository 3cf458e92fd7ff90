import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { deep } from '#tests/support/depth.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { timelineOf } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let orderId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'decline';
  ({ orderId } = accepted(await world.pay(session, quote)));
});
afterAll(() => database.close());

const read = () => timelineOf(database.db, orderId, world.clock.now());

describe('reading the timeline of a sale', () => {
  test('takes at most 16 statements', async () => {
    await read();
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const timeline = await read();
    const { length } = query.mock.calls;
    query.mockRestore();
    expect(timeline?.sale.attempts).toHaveLength(1);
    expect(length).toBeGreaterThan(10);
    expect(length).toBeLessThanOrEqual(16);
  });

  test('takes at most 300 ms for 40 attempts with all that they leave behind', deep, async () => {
    await growTo(40);
    const times: number[] = [];
    let last = await read();
    for (let round = 0; round < 40; round += 1) {
      const began = performance.now();
      last = await read();
      times.push(performance.now() - began);
    }
    expect(last?.sale.attempts).toHaveLength(40);
    const p95 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
    expect(p95).toBeLessThanOrEqual(300);
  });
});

/** Copies the declined attempt, with six moves, four ledger lines, three webhooks and two e-mails each. */
async function growTo(count: number): Promise<void> {
  const { pool } = database;
  const { rows } = await pool.query<{ name: string }>(
    `select string_agg(quote_ident(column_name), ', ') as name from information_schema.columns
     where table_name = 'attempts' and column_name not in ('id', 'serial', 'number', 'reference')`,
  );
  const columns = rows[0]?.name ?? '';
  await pool.query(
    `insert into attempts (id, number, ${columns}) select id || n, number + n, ${columns}
     from attempts, generate_series(1, ${count - 1}) n where order_id = $1`,
    [orderId],
  );
  await pool.query(
    `insert into attempt_events (attempt_id, from_state, to_state, source, at)
     select id, 'unknown', 'unknown', 'check', created_at from attempts, generate_series(1, 6) where order_id = $1`,
    [orderId],
  );
  await pool.query(
    `insert into ledger_transfers (kind, gateway, movement_id, order_id, attempt_id, debit_account, credit_account, amount,
        currency, occurred_at, recorded_at)
     select kind, gateway, 'mov_' || id, order_id, id, 'gateway/x', 'sales/x', 1, 'BRL', created_at, created_at
     from attempts, unnest(array['capture-principal', 'capture-interest', 'refund-principal', 'refund-interest']) kind
     where order_id = $1`,
    [orderId],
  );
  await pool.query(
    `insert into incoming_webhooks (id, gateway, event_id, attempt_id, state, received_at)
     select 'inc_' || id || n, gateway, 'evt_' || id || n, id, 'applied', created_at
     from attempts, generate_series(1, 3) n where order_id = $1`,
    [orderId],
  );
  await pool.query(
    `insert into emails (id, order_id, kind, dedup, state, created_at)
     select 'msg_' || id || n, order_id, 'order-underpaid', id || n, 'sent', created_at
     from attempts, generate_series(1, 2) n where order_id = $1`,
    [orderId],
  );
}
