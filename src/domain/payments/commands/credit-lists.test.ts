import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeGateway } from '#tests/support/fixtures/fake-gateway.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { orderById } from '../../orders/index.server.ts';
import { reconcileCredits } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let said: unknown[];
beforeEach(async () => {
  freezeClock();
  database = await createTestDatabase();
  said = [];
  const say = (...line: unknown[]) => void said.push(line);
  world = createDomainWorld(database, { log: { info: say, warn: say, error: say } });
});
afterEach(() => database.close());

/** A paid code without a webhook. */
async function paidInSilence() {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
  const movement = world.gateway.receive(code.attemptId);
  said.length = 0;
  return { ...code, movement };
}

const stateOf = async (orderId: string) => (await orderById(database.db, orderId))?.state;
const cursors = () => database.db.selectFrom('gateway_cursors').selectAll().execute();

/** Reads the lists of these companies. */
const settle = (...all: FakeGateway[]) => {
  const byId = (id: string) => all.find((one) => one.id === id) ?? null;
  return reconcileCredits({ ...world.ctx, gateways: { ...world.ctx.gateways, byId, all: () => all } });
};

/** A company whose list has so many credits of nobody, one to a page. */
function manyPages(pages: number) {
  const company = new FakeGateway('paged');
  const read: (string | null)[] = [];
  company.creditsSince = async (cursor) => {
    read.push(cursor);
    const at = Number(cursor ?? 0);
    return at < pages
      ? { hints: [{ eventId: `credit-${at}`, attemptId: 'att_none' }], cursor: String(at + 1) }
      : { hints: [], cursor: String(pages) };
  };
  return { company, read };
}

describe('a credit in a gateway’s list', () => {
  test('is counted while it is not booked, and logged as found by the list', async () => {
    const [{ orderId, attemptId }, other] = [await paidInSilence(), await paidInSilence()];
    await world.notify(other.attemptId);
    said.length = 0;
    expect(await reconcileCredits(world.ctx)).toBe(1);
    expect(await stateOf(orderId)).toBe('paid');
    const moved = { attemptId, from: 'awaiting-buyer', state: 'captured', declineCode: null };
    expect(said).toEqual([['attempt-moved', { ...moved, source: 'credit-list' }]]);
    expect(await cursors()).toMatchObject([{ gateway: 'book', cursor: '2', updated_at: world.clock.now() }]);
    expect(await reconcileCredits(world.ctx)).toBe(0);
    await database.db.deleteFrom('gateway_cursors').execute();
    expect(await reconcileCredits(world.ctx)).toBe(0);
    expect(await database.db.selectFrom('incoming_webhooks').select('id').execute()).toHaveLength(2);
  });

  test('is applied even where a webhook of the same id had no effect', async () => {
    const { orderId, attemptId, movement } = await paidInSilence();
    world.gateway.isReachable = false;
    await world.notify(attemptId, movement.id);
    world.gateway.isReachable = true;
    await reconcileCredits(world.ctx);
    expect(await stateOf(orderId)).toBe('paid');
  });

  test('that cannot be applied is reported, and tried again by the webhook sweep', async () => {
    const { orderId } = await paidInSilence();
    const error = new Error('unreadable');
    world.gateway.find = () => Promise.reject(error);
    expect(await reconcileCredits(world.ctx)).toBe(1);
    const row = await database.db.selectFrom('incoming_webhooks').selectAll().executeTakeFirstOrThrow();
    expect(said).toEqual([['webhook-failed', { incomingWebhookId: row.id, error }]]);
    expect([row.state, await stateOf(orderId)]).toEqual(['stored', 'open']);
  });
});

describe('the sweep of credit lists', () => {
  test('reads fifty pages of one list, and the next sweep the rest', async () => {
    const { company, read } = manyPages(52);
    expect(await settle(company)).toBe(50);
    expect([read.length, (await cursors())[0]?.cursor]).toEqual([50, '50']);
    expect(await settle(company)).toBe(2);
    expect(read.slice(50)).toEqual(['50', '51', '52']);
    expect(await cursors()).toMatchObject([{ gateway: 'paged', cursor: '52' }]);
  });

  test('reads a list that does not advance once', async () => {
    const company = new FakeGateway('stuck');
    let reads = 0;
    company.creditsSince = async () => {
      reads += 1;
      return { hints: [{ eventId: 'same', attemptId: 'att_none' }], cursor: 'here' };
    };
    await settle(company);
    expect(reads).toBe(2);
    await settle(company);
    expect(reads).toBe(3);
  });

  test('skips a gateway without a list, and names each whose list failed', async () => {
    const { orderId } = await paidInSilence();
    const without = Object.assign(new FakeGateway('without'), { creditsSince: undefined });
    expect(await settle(without)).toBe(0);
    expect([await cursors(), said]).toEqual([[], []]);
    const error = new Error('out of order');
    const broken = ['one', 'two'].map((id) => {
      const company = new FakeGateway(id);
      company.creditsSince = () => Promise.reject(error);
      return company;
    });
    await expect(settle(...broken, world.gateway)).rejects.toThrow('The credits of one, two were not read');
    expect(await stateOf(orderId)).toBe('paid');
    expect(said.slice(0, 2)).toEqual([
      ['credits-not-read', { gateway: 'one', error }],
      ['credits-not-read', { gateway: 'two', error }],
    ]);
  });
});
