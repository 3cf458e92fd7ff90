import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import type { ChargeRequest } from '../index.ts';
import { pollAttempt, handleWebhook, receiveWebhook } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
let asked: ChargeRequest[];
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
  asked = [];
  for (const company of [world.cards, world.codes]) {
    const start = company.start.bind(company);
    company.start = async (charge) => {
      asked.push(charge);
      return start(charge);
    };
  }
});
afterEach(() => world.end());

const browser = { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' };
const site = 'http://localhost:3000';

/** What every charge of this buyer says, whichever company is asked. */
async function sameInAll(attemptId: string, gateway: string) {
  const row = await database.db
    .selectFrom('attempts')
    .selectAll()
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  return {
    ...{ attemptId, serial: row.serial, market: 'BR', locale: 'pt-BR', details: {}, browser },
    ...{ attemptCreatedAt: row.created_at, expiresAt: row.expires_at },
    payer: { name: 'Maria da Silva', email: 'maria@example.com', phone: '+5511961234567' },
    notificationUrl: `${site}/api/v1/notifications/${gateway}`,
    buyerReturnUrl: `${site}/awaiting/return/${attemptId}`,
    challengeReturnUrl: `${site}/payment-verification/return`,
  };
}

test('a whole price is charged at once, with the buyer’s text and our webhook address', async () => {
  const { session, quote } = await world.buyer();
  const { attemptId } = accepted(await world.payWith(session, quote, [card(undefined, 3)]));
  expect(asked).toEqual([
    {
      ...(await sameInAll(attemptId, 'cards')),
      ...{ amount: { amount: 114_000n, currency: 'BRL' }, method: 'at-once', installments: 3, capture: 'at-once' },
      description: expect.stringContaining('Curso'),
    },
  ]);
});

test('a part is only authorized where its gateway can, and the next one is charged with its stored data', async () => {
  const { session, quote } = await world.buyer();
  const { attemptId } = accepted(await world.payWith(session, quote, [code(), card(60_000n, 2)]));
  const [first, second] = asked;
  expect(asked).toHaveLength(2);
  expect(second?.attemptId).toBe(attemptId);
  expect(first).toEqual({
    ...(await sameInAll(first?.attemptId ?? '', 'cards')),
    ...{ amount: { amount: 60_000n, currency: 'BRL' }, method: 'at-once', installments: 2, capture: 'later' },
    description: expect.stringContaining('Curso'),
  });
  expect(second).toEqual({
    ...(await sameInAll(attemptId, 'codes')),
    ...{ amount: { amount: 54_000n, currency: 'BRL' }, method: 'by-code', installments: 1, capture: 'at-once' },
    description: first?.description,
  });
});

test('a charge is queried by all its stored ids, with the requested amount', async () => {
  const { session, quote } = await world.buyer();
  const { attemptId } = accepted(await world.payWith(session, quote, [code()]));
  const [charge] = asked;
  const about: unknown[] = [];
  const find = world.codes.find.bind(world.codes);
  world.codes.find = async (reference) => {
    about.push(reference);
    return find(reference);
  };
  await pollAttempt(world.ctx, attemptId, 'check');
  expect(about).toEqual([
    {
      ...{
        attemptId,
        serial: charge?.serial,
        reference: `codes-${attemptId}`,
        attemptCreatedAt: charge?.attemptCreatedAt,
      },
      ...{ amount: { amount: 114_000n, currency: 'BRL' }, payer: charge?.payer, installments: 1 },
    },
  ]);
});

test('a webhook with a gateway’s own charge id matches that gateway’s charge', async () => {
  const buyers = [await world.buyer(), await world.buyer()] as const;
  world.cards.behaviors.push('challenge');
  const [theirs, ours] = [
    accepted(await world.payWith(buyers[0].session, buyers[0].quote, [card()])),
    accepted(await world.payWith(buyers[1].session, buyers[1].quote, [code()])),
  ];
  await database.db.updateTable('attempts').set({ reference: 'charge-1' }).execute();
  world.codes.receive(ours.attemptId);
  world.codes.readWebhook = ({ body }) => ({
    kind: 'hints',
    hints: [{ reference: body.toString(), eventId: body.toString() }],
  });
  const tell = async (word: string) => {
    const raw = { headers: {}, body: Buffer.from(word), receivedAt: world.clock.now() };
    const { webhooks } = await receiveWebhook(world.ctx, 'codes', raw);
    for (const row of webhooks) await handleWebhook(world.ctx, row);
  };
  await tell('charge-2');
  await tell('charge-1');
  const now = await database.db.selectFrom('attempts').select(['id', 'state']).orderBy('serial').execute();
  expect(now).toEqual([
    { id: theirs.attemptId, state: 'awaiting-buyer' },
    { id: ours.attemptId, state: 'captured' },
  ]);
});
