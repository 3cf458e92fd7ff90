import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChargeRequest, GatewayAnswer, IdentificationAnswer, RailServer } from '#src/domain/payments/index.ts';
import { reserveCardAttempt } from '#src/domain/payments/decline-policy/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { ok } from '#src/kernel/result/result.ts';
import { FakeGateway } from '#tests/support/fixtures/fake-gateway.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';

/** A gateway that looks at cards: their number is the form's token, their scheme its first word. */
class LookingGateway extends FakeGateway {
  country = 'BR';
  returnCode = '51';
  readonly charged: JsonObject[] = [];

  identify(details: JsonObject): Promise<IdentificationAnswer> {
    const card = String(details['card']);
    const [brand = ''] = card.split(' ');
    const instrument = { fingerprint: card, brand, last4: '1111', expiry: '12/30', countryOfIssue: this.country };
    return Promise.resolve({ kind: 'inspected', instrument: { ...instrument, details: { name: `once ${card}` } } });
  }

  override async start(charge: ChargeRequest): Promise<GatewayAnswer> {
    this.charged.push(charge.details);
    const answer = await super.start(charge);
    if (answer.kind !== 'fact' || !answer.fact.decline) return answer;
    return { kind: 'fact', fact: { ...answer.fact, decline: { ...answer.fact.decline, raw: this.returnCode } } };
  }
}

let database: TestDatabase;
let world: DomainWorld;
let gateway: LookingGateway;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 40 });
});
afterAll(() => database.close());

beforeEach(async () => {
  await database.db.deleteFrom('card_attempts').execute();
  gateway = new LookingGateway();
  const plain = createDomainWorld(database);
  const server = (id: string): RailServer => ({
    ...plain.ctx.rails.server(id),
    readDetails: ({ fields, buyer }) => ok({ payer: buyer, details: { card: fields['token'] ?? '' }, kept: {} }),
  });
  const counted = (found: ReturnType<typeof plain.ctx.rails.byId>) => found && { ...found, countsCardAttempts: true };
  world = createDomainWorld(database, {
    gateways: { ...plain.ctx.gateways, choose: () => gateway, byId: () => gateway, all: () => [gateway] },
    rails: {
      byMethod: (method) => counted(plain.ctx.rails.byMethod(method)),
      byId: (id) => counted(plain.ctx.rails.byId(id)),
      server,
    },
  });
});

type Buyer = Awaited<ReturnType<DomainWorld['buyer']>>;

async function tryOnce(
  card: string,
  { installments = 1, buyer }: { installments?: number; buyer?: Buyer } = {},
): Promise<{ state: string; declineCode: string | null }> {
  const { session, quote } = buyer ?? (await world.buyer());
  const tenders = [{ method: 'at-once', installments, fields: { token: card } }];
  return accepted(await world.pay(session, quote, { tenders }));
}

function triesOf(count: number, card: string): Promise<{ state: string; declineCode: string | null }[]> {
  return Promise.all(Array.from({ length: count }, () => tryOnce(card)));
}

describe('twenty tries at once with one card that its bank refuses', () => {
  test.each([
    ['visa', 15],
    ['mastercard', 8],
    // It asks for no fee, however often.
    ['american_express', 20],
  ])('%s: exactly %i are made, and each is counted once', async (brand, most) => {
    gateway.behavior = 'decline';
    gateway.delayMs = 30;
    const answers = await triesOf(20, `${brand} 1`);
    const counted = await database.db.selectFrom('card_attempts').select('id').execute();
    expect(gateway.starts).toBe(counted.length);
    expect(gateway.starts).toBe(most);
    expect(answers.every(({ state }) => state === 'declined')).toBe(true);
    expect(answers.filter(({ declineCode }) => declineCode === 'card-tries-used-up')).toHaveLength(20 - gateway.starts);
  });

  test('another card is not held back by it', async () => {
    gateway.behavior = 'decline';
    await triesOf(8, 'visa 1');
    gateway.behavior = 'capture';
    expect((await tryOnce('visa 2')).state).toBe('captured');
  });
});

test('an attempt at a slow gateway counts until its answer is due', async () => {
  gateway.behavior = 'decline';
  const card = 'mastercard 9';
  // One more refusal is all that the scheme lets it have today.
  for (let tries = 0; tries < 7; tries += 1) await tryOnce(card);
  const answered = Promise.withResolvers<undefined>();
  const start = gateway.start.bind(gateway);
  gateway.start = async (charge) => {
    await answered.promise;
    return start(charge);
  };
  const slow = tryOnce(card);
  const counted = () => database.db.selectFrom('card_attempts').select(['id', 'instrument_key']).execute();
  await expect.poll(async () => (await counted()).length).toBe(8);
  const [{ instrument_key: instrument } = { instrument_key: '' }] = await counted();
  const elsewhere = () =>
    reserveCardAttempt(
      world.ctx,
      {
        ...{
          id: newSecret(),
          attemptId: null,
          instrument,
          purchase: 'another',
          gateway: gateway.id,
          brand: 'mastercard',
        },
        ...{ amount: 114_000n, currency: 'BRL', installments: 1, expiry: '12/30' },
      },
      () => false,
    );
  world.clock.advance(7_500);
  expect((await elsewhere()).kind).toBe('busy');
  // It died with its process: nobody waits for it any longer.
  world.clock.advance(3_000);
  expect((await elsewhere()).kind).toBe('reserved');
  answered.resolve(undefined);
  await slow;
});

test('a good card pays as often as it is asked, many at once', async () => {
  gateway.delayMs = 5;
  const answers = await triesOf(30, 'mastercard 1');
  expect(answers.every(({ state }) => state === 'captured')).toBe(true);
  expect(gateway.captures()).toHaveLength(30);
  // What was approved counts against nothing, and is not kept.
  expect(await database.db.selectFrom('card_attempts').select('id').execute()).toEqual([]);
});

describe('one after the other', () => {
  test('our own limit is five refusals of one purchase', async () => {
    gateway.behavior = 'decline';
    const buyer = await world.buyer();
    for (let count = 0; count < 5; count += 1) await tryOnce('visa 1', { buyer });
    // The session's own pause is over, the card's is not.
    world.clock.advance(3_600_000);
    expect(await tryOnce('visa 1', { buyer })).toMatchObject({ state: 'declined', declineCode: 'card-tries-used-up' });
    expect(gateway.starts).toBe(5);
    await tryOnce('visa 1');
    expect(gateway.starts).toBe(6);
  });

  test('what a bank never wants to see again is not shown to it, and it is not a try', async () => {
    gateway.behavior = 'decline';
    gateway.returnCode = '41';
    expect((await tryOnce('elo 1')).declineCode).toBe('no-limit');
    expect(await tryOnce('elo 1')).toMatchObject({ state: 'declined', declineCode: 'card-not-again' });
    expect(gateway.starts).toBe(1);
    expect(await database.db.selectFrom('card_attempts').select('id').execute()).toHaveLength(1);
  });

  test('a lost answer counts only when it turns out to be a refusal', async () => {
    gateway.behavior = 'silent-after';
    expect((await tryOnce('visa 1')).state).toBe('unknown');
    await world.runJobs();
    gateway.behavior = 'decline';
    await triesOf(20, 'visa 1');
    expect(gateway.starts).toBe(16);
  });

  test('a card of another country does not pay in installments, and no bank is asked', async () => {
    gateway.country = 'US';
    expect(await tryOnce('visa 1', { installments: 12 })).toMatchObject({
      state: 'declined',
      declineCode: 'foreign-installments',
    });
    expect(gateway.starts).toBe(0);
    expect((await tryOnce('visa 1')).state).toBe('captured');
  });

  test('the charge names the card by what the look at it said, and no fingerprint stands in the table', async () => {
    gateway.behavior = 'decline';
    await tryOnce('visa 1');
    expect(gateway.charged).toEqual([{ name: 'once visa 1' }]);
    const [row] = await database.db.selectFrom('card_attempts').selectAll().execute();
    expect(row?.instrument_key).toMatch(/^[0-9a-f]{64}$/);
    expect(
      JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain('visa 1');
  });

  test('what the buyer called its brand gives way to what the company says', async () => {
    await tryOnce('elo 1');
    const [attempt] = await database.db
      .selectFrom('attempts')
      .select('kept')
      .orderBy('serial', 'desc')
      .limit(1)
      .execute();
    expect(attempt?.kept).toEqual({ brand: 'elo', last4: '1111', expiry: '12/30' });
  });
});
