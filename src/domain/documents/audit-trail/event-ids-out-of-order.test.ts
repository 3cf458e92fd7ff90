import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { recordEvent } from '../../messaging/outbox/index.server.ts';
import { auditChainOf } from './audit-trail.repository.server.ts';
import { sweepDocuments } from './index.server.ts';

const day = 86_400_000;

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterAll(() => database.close());

async function sale(): Promise<string> {
  const { session, quote } = await world.buyer();
  return accepted(await world.pay(session, quote)).orderId;
}

/** Events by the clock of a process that differs from the sweep's by so much. */
function writtenAt(ms: number): Date {
  return new Date(world.clock.now().getTime() + ms);
}

test('document sweep: an event with a lower id that is committed last is not left out, although its process is minutes behind', async () => {
  const orderId = await sale();
  await database.db.deleteFrom('outbox_events').execute();
  const { promise: isNumbered, resolve: number } = Promise.withResolvers<undefined>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>();
  const writing = transaction(database.db, async (trx) => {
    await recordEvent(trx, orderId, 'order-paid', '', {}, writtenAt(-600_000));
    expect(await trx.selectFrom('outbox_events').select('id').execute()).toHaveLength(1);
    number(undefined);
    await mayEnd;
  });
  await isNumbered;
  await recordEvent(database.db, await sale(), 'order-paid', 'again', {}, writtenAt(-600_000));
  await database.db
    .updateTable('outbox_events')
    .set({ created_at: writtenAt(-600_000) })
    .execute();
  const sweeping = sweepDocuments(world.ctx);
  await Promise.race([sweeping, new Promise((resolve) => setTimeout(resolve, 300))]);
  end(undefined);
  await Promise.all([writing, sweeping]);
  await sweepDocuments(world.ctx);
  expect(await auditChainOf(database.db, orderId)).not.toBeNull();
});

test('document sweep: a process whose clock is days ahead delays no documents', async () => {
  await recordEvent(database.db, await sale(), 'order-paid', 'ahead', {}, writtenAt(3 * day));
  const orderId = await sale();
  world.clock.advance(60_000);
  await sweepDocuments(world.ctx);
  expect(await auditChainOf(database.db, orderId)).not.toBeNull();
});
