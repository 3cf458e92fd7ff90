import { afterAll, beforeAll, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { orderOfSession } from '../../orders/index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  // One connection, so that each statement is prepared before the migration.
  database = await createTestDatabase({ poolSize: 1 });
  world = createDomainWorld(database);
});
afterAll(() => database.close());

/** A newer version's migration beside a process that sells: prepared statements with `select *` become stale. */
async function addColumnToEachTable(): Promise<void> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  for (const { name } of rows) await database.pool.query(`alter table "${name}" add column spare_of_migration text`);
}

async function buy(): Promise<string | undefined> {
  const { session, quote } = await world.buyer();
  accepted(await world.pay(session, quote));
  await world.runJobs();
  return (await orderOfSession(world.ctx, session.id))?.order.state;
}

test('purchases complete while a migration adds a column to each table', async () => {
  expect(await buy()).toBe('paid');
  const during = buy();
  await addColumnToEachTable();
  expect(await during).toBe('paid');
  expect(await buy()).toBe('paid');
});
