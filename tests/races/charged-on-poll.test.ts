import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChargeReference, GatewayAnswer } from '#src/domain/payments/index.ts';
import { pollAttempt } from '#src/domain/payments/index.server.ts';
import { FakeGateway } from '#tests/support/fixtures/fake-gateway.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';

/** A company that charges a kept card when it is asked after the bank's question: twice, if it is asked twice at once. */
class AskedGateway extends FakeGateway {
  readonly chargesOnPoll = true;
  readonly #second = Promise.withResolvers<undefined>();

  override async find(charge: ChargeReference): Promise<GatewayAnswer> {
    const isCharged = this.book.get(charge.attemptId)?.state !== 'awaiting-buyer';
    if (this.finds > 0) this.#second.resolve(undefined);
    this.finds += 1;
    // Time for another process to ask as well.
    await Promise.race([this.#second.promise, new Promise((resume) => setTimeout(resume, 1_000))]);
    if (!isCharged && charge.mayChargeNow) this.receive(charge.attemptId);
    return super.find(charge);
  }
}

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** A minute passes at the database, whose clock is everybody's here. */
async function aMinute(): Promise<void> {
  await database.pool.query("update attempts set poll_lease_until = poll_lease_until - interval '61 seconds'");
}

/** A payment that waits for its bank's question, in the first of two processes that know of it. */
async function asked() {
  const gateway = new AskedGateway('book');
  gateway.behavior = 'challenge';
  const gateways = { choose: () => gateway, byId: () => gateway, all: () => [gateway] };
  const here = createDomainWorld(database, { gateways });
  const elsewhere = createDomainWorld(database, { gateways, clock: here.clock });
  const { session, quote } = await here.buyer();
  const { attemptId, orderId } = accepted(await here.pay(session, quote));
  const orderState = async () =>
    (await database.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst())?.state;
  return { gateway, here, elsewhere, attemptId, orderState };
}

test('an answered challenge is charged once, however many processes poll at once', async () => {
  const { gateway, here, elsewhere, attemptId, orderState } = await asked();
  const worlds = [here, elsewhere, here, elsewhere];
  await Promise.all(worlds.map(({ ctx }, index) => pollAttempt(ctx, attemptId, index < 2 ? 'webhook' : 'buyer')));
  expect(gateway.captures()).toHaveLength(1);
  expect(await orderState()).toBe('paid');
});

test('a process that died while it asked holds the others up for a minute, no longer', async () => {
  const { gateway, here, elsewhere, attemptId, orderState } = await asked();
  const begun = Promise.withResolvers<undefined>();
  const find = gateway.find.bind(gateway);
  gateway.find = () => {
    begun.resolve(undefined);
    return new Promise(() => undefined);
  };
  void pollAttempt(here.ctx, attemptId, 'buyer');
  await begun.promise;
  gateway.find = find;
  expect(await pollAttempt(elsewhere.ctx, attemptId, 'check')).toBeNull();
  expect(gateway.captures()).toEqual([]);
  await aMinute();
  await pollAttempt(elsewhere.ctx, attemptId, 'check');
  expect(gateway.captures()).toHaveLength(1);
  expect(await orderState()).toBe('paid');
});

test('a charge that was not answered may still come: nobody asks for another one before a minute is over', async () => {
  const { gateway, here, elsewhere, attemptId, orderState } = await asked();
  const find = gateway.find.bind(gateway);
  gateway.find = () => {
    gateway.receive(attemptId);
    return Promise.resolve({ kind: 'silent', reason: 'timeout' });
  };
  expect(await pollAttempt(here.ctx, attemptId, 'buyer')).toBeNull();
  expect(await pollAttempt(elsewhere.ctx, attemptId, 'buyer')).toBeNull();
  expect(gateway.captures()).toHaveLength(1);
  gateway.find = find;
  await aMinute();
  await pollAttempt(elsewhere.ctx, attemptId, 'buyer');
  expect(gateway.captures()).toHaveLength(1);
  expect(await orderState()).toBe('paid');
});

test('a bank that still waits for its customer keeps nobody from asking again', async () => {
  const { gateway, here, elsewhere, attemptId, orderState } = await asked();
  const find = gateway.find.bind(gateway);
  gateway.find = () =>
    Promise.resolve({ kind: 'fact', fact: { state: 'awaiting-buyer', movements: [], at: here.clock.now() } });
  expect(await pollAttempt(here.ctx, attemptId, 'buyer')).toBeNull();
  gateway.find = find;
  await pollAttempt(elsewhere.ctx, attemptId, 'buyer');
  expect(await orderState()).toBe('paid');
});
