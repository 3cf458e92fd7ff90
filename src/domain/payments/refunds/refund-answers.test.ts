import { afterEach, beforeEach, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { refundPart, type GatewayAnswer, refundOrder, refundSurplus } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const owed = 50_000n;

/** Money of an order that a company still has to give back: a part of what was sold, or what came unasked. */
const debts = {
  'a part that was asked for': async () => {
    const { session, quote } = await world.buyer();
    const { orderId } = accepted(await world.pay(session, quote));
    const { parts } = accepted(await refundOrder(world.ctx, orderId, owed, newSecret(), 'x'));
    return () => refundPart(world.ctx, parts[0]?.id ?? '');
  },
  'a surplus': async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const { attemptId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.gateway.receive(attemptId, 114_000n + owed);
    await world.notify(attemptId);
    const { id } = await database.db.selectFrom('reconciliation_exceptions').select('id').executeTakeFirstOrThrow();
    return () => refundSurplus(world.ctx, id);
  },
};

function answered(change: object): GatewayAnswer {
  const at = new Date();
  const movement = { id: 'said-1', kind: 'refund' as const, amount: owed, currency: 'BRL' as const, at, ...change };
  return { kind: 'fact', fact: { state: 'captured', movements: [movement], at } };
}

/** What a company may say that is not that this money has gone back, and what its job then fails with. */
const answers: readonly (readonly [string, () => GatewayAnswer, string])[] = [
  ['it was not reached', () => ({ kind: 'unreachable', reason: 'refused' }), 'unreachable'],
  ['it was not heard', () => ({ kind: 'silent', reason: 'time-out' }), 'silent'],
  ['it is under way', () => ({ kind: 'fact', fact: { state: 'captured', movements: [], at: new Date() } }), 'fact'],
  ['it took as much', () => answered({ kind: 'capture' }), 'fact'],
  ['it gave back less', () => answered({ amount: owed - 1n }), 'amount'],
  ['it gave back other money', () => answered({ currency: 'PEN' }), 'amount'],
];

test.each(Object.entries(debts))(
  'a refund stays owed after any other gateway answer, and the next attempt completes it: %s',
  async (_debt, owe) => {
    const giveBack = await owe();
    const lines = async () => (await database.db.selectFrom('ledger_transfers').select('id').execute()).length;
    const before = [await lines(), world.gateway.balance()] as const;
    const refund = world.gateway.refund.bind(world.gateway);
    for (const [what, says, word] of answers) {
      world.gateway.refund = () => Promise.resolve(says());
      const failure = await giveBack().then(
        () => null,
        (error: Error) => error.message,
      );
      expect([what, failure, await lines(), world.gateway.balance()]).toEqual([what, word, ...before]);
    }
    world.gateway.refund = refund;
    await giveBack();
    expect([await lines(), world.gateway.balance()]).toEqual([before[0] + 1, before[1] - owed]);
  },
);
