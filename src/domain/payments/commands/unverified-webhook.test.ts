import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { avoidHourEnd } from '#tests/support/clock/avoid-hour-end.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { receiveWebhook, sweepWebhooks } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
  const { gateway } = world;
  const read = gateway.readWebhook.bind(gateway);
  // A company whose messages carry no signature: anybody may have sent them, from anywhere.
  gateway.readWebhook = (raw) => {
    const reading = read(raw);
    return reading.kind === 'hints' ? { ...reading, isUnverified: true } : reading;
  };
});
afterEach(() => database.close());

async function openCode() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  return accepted(await world.pay(session, quote, { method: 'by-code' }));
}

async function kept() {
  const { db } = database;
  const [messages, books, orders] = await Promise.all([
    db.selectFrom('incoming_webhooks').select('state').execute(),
    db.selectFrom('ledger_transfers').select(['kind', 'amount']).execute(),
    db.selectFrom('orders').select(['state', 'received']).execute(),
  ]);
  return { messages, books, orders };
}

const unpaid = { books: [], orders: [{ state: 'open', received: 0n }] };

describe('an unsigned webhook', () => {
  test('T-52 of an unknown charge is not kept, however many come', async () => {
    await openCode();
    for (let count = 0; count < 50; count += 1) {
      const body = Buffer.from(`${newId('att')} success-${count}`);
      const reported = { headers: {}, body, receivedAt: world.clock.now() };
      // Answered like a repeated webhook: a stranger learns nothing of what we know.
      expect((await receiveWebhook(world.ctx, 'book', reported)).outcome).toBe('duplicate');
    }
    expect(await kept()).toEqual({ ...unpaid, messages: [] });
  });

  test('T-52 of a success has the gateway queried, and pays nothing that the gateway does not confirm', async () => {
    const { attemptId } = await openCode();
    for (const event of ['success', 'success', 'success-of-another-sum']) await world.notify(attemptId, event);
    world.clock.advance(60_000);
    await sweepWebhooks(world.ctx);
    expect(await kept()).toMatchObject(unpaid);
  });

  test('T-52 pays the amount that the gateway confirms, whatever amount it names', async () => {
    const { attemptId } = await openCode();
    world.gateway.receive(attemptId, 100n);
    await world.notify(attemptId, 'success-of-114000');
    expect(await kept()).toMatchObject({
      books: [{ kind: 'capture-principal', amount: 100n }],
      orders: [{ state: 'partly-paid', received: 100n }],
    });
  });

  test('of another person’s charge is kept ten times an hour, however many come', async () => {
    const { attemptId } = await openCode();
    const tell = async (event: string) => {
      const body = Buffer.from(`${attemptId} ${event}`);
      return (await receiveWebhook(world.ctx, 'book', { headers: {}, body, receivedAt: world.clock.now() })).outcome;
    };
    avoidHourEnd(world.clock);
    const outcomes: string[] = [];
    for (let count = 0; count < 100; count += 1) outcomes.push(await tell(`strange-${count}`));
    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(10);
    expect((await kept()).messages).toHaveLength(10);
    world.clock.advance(3_600_000);
    expect(await tell('genuine')).toBe('stored');
  });
});
