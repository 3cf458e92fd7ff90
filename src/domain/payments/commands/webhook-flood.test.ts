import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { newId, newSecret } from '#src/kernel/ids/ids.server.ts';
import { sweepWebhooks, sweepRejectedWebhooks } from '../index.server.ts';
import { dueWebhooks, storeWebhookHints } from './incoming-webhook.repository.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const day = 86_400_000;

/** Messages about charges that nobody knows. */
async function flood(gateway: string, count: number): Promise<void> {
  const hints = Array.from({ length: count }, () => ({ eventId: newSecret(), attemptId: newId('att') }));
  for (let from = 0; from < count; from += 500)
    await storeWebhookHints(database.db, gateway, hints.slice(from, from + 500), world.clock.now());
}

describe('a flood of one gateway’s webhooks', () => {
  test('delays no other gateway’s webhook', async () => {
    await flood('flooded', 3_000);
    world.clock.advance(1_000);
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const { attemptId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.gateway.receive(attemptId);
    await storeWebhookHints(database.db, 'book', [{ eventId: 'paid', attemptId }], world.clock.now());
    world.clock.advance(10_000);
    await sweepWebhooks(world.ctx, 20);
    const message = database.db.selectFrom('incoming_webhooks').select('state').where('event_id', '=', 'paid');
    expect(await message.execute()).toEqual([{ state: 'applied' }]);
  });

  test('leaves each gateway its share of a sweep, and what others do not use', async () => {
    await flood('flooded', 50);
    await flood('other', 3);
    world.clock.advance(10_000);
    const due = await dueWebhooks(database.db, world.clock.now(), 20);
    const rows = await database.db
      .selectFrom('incoming_webhooks')
      .select(['id', 'gateway'])
      .where('id', 'in', due)
      .execute();
    expect(rows).toHaveLength(20);
    expect(rows.filter(({ gateway }) => gateway === 'other')).toHaveLength(3);
  });

  test('is deleted a month after its arrival, and nothing else is', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const { attemptId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
    await world.notify(attemptId, 'genuine');
    await flood('flooded', 5);
    world.clock.advance(day + 60_000);
    await sweepWebhooks(world.ctx);
    await storeWebhookHints(database.db, 'flooded', [{ eventId: 'young', attemptId: newId('att') }], world.clock.now());
    expect(await sweepRejectedWebhooks(world.ctx)).toBe(0);
    world.clock.advance(29 * day);
    expect(await sweepRejectedWebhooks(world.ctx)).toBe(5);
    const left = await database.db.selectFrom('incoming_webhooks').select('event_id').execute();
    expect(left.map(({ event_id: id }) => id).toSorted()).toEqual(['genuine', 'young']);
  });
});
