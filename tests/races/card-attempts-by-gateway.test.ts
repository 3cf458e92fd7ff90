import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChargeRequest, GatewayPort, RailServer } from '#src/domain/payments/index.ts';
import { createCulqiGateway } from '#src/gateways/culqi/gateway.server.ts';
import { createPagarmeGateway } from '#src/gateways/pagarme/gateway.server.ts';
import { instrumentKey } from '#src/domain/payments/decline-policy/index.server.ts';
import { ok } from '#src/kernel/result/result.ts';
import { culqiConfigOf, culqiToken, inSoles } from '#tests/gateways/culqi/culqi-world.server.ts';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';
import { pagarmeOn, pagarmeToken } from '#tests/gateways/pagarme/pagarme-world.server.ts';
import { FakeGateway } from '#tests/support/fixtures/fake-gateway.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { invariantViolations, readSandboxRecords } from '#tests/support/invariants/invariants.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';

/** What a form says of a card, besides its token. */
interface Form {
  readonly brand: string;
  readonly last4: string;
  readonly expiry: string;
  readonly document: string;
  readonly keep?: string;
}

let database: TestDatabase;
let sandboxWorld: SandboxWorld;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 40 });
  sandboxWorld = await openSandboxWorld();
});
afterAll(async () => {
  await sandboxWorld.close();
  await database.close();
});

beforeEach(async () => {
  await database.db.deleteFrom('card_attempts').execute();
});

/** A checkout whose cards are charged by one company, and which believes nothing of a form but the token. */
function worldWith(gateway: GatewayPort): { readonly starts: () => number } {
  let starts = 0;
  const start = gateway.start.bind(gateway);
  const counting: GatewayPort = {
    ...gateway,
    find: (charge) => gateway.find(charge),
    start: (charge) => {
      starts += 1;
      return start(charge);
    },
  };
  const plain = createDomainWorld(database);
  const server = (id: string): RailServer => ({
    ...plain.ctx.rails.server(id),
    readDetails({ fields, buyer }) {
      const { token = '', brand = '', last4 = '', expiry = '', document = '' } = fields;
      const payer = { ...buyer, document: { type: 'cpf', number: document } };
      const isKept = fields['keep'] === 'yes';
      const words = isKept ? { keepLabel: 'keep', keepText: 'Keep my card' } : {};
      const details = { cardToken: token, sealedFor: '', brand, last4, ...(isKept ? { saveCard: true } : {}) };
      return ok({ payer, details, kept: { brand, last4, expiry, ...words } });
    },
  });
  const counted = (found: ReturnType<typeof plain.ctx.rails.byId>) => found && { ...found, countsCardAttempts: true };
  world = createDomainWorld(database, {
    gateways: { ...plain.ctx.gateways, choose: () => counting, byId: () => counting, all: () => [counting] },
    rails: {
      byMethod: (method) => counted(plain.ctx.rails.byMethod(method)),
      byId: (id) => counted(plain.ctx.rails.byId(id)),
      server,
    },
  });
  return { starts: () => starts };
}

async function tryOnce(token: string, form: Form, buyer?: Awaited<ReturnType<DomainWorld['buyer']>>) {
  const { session, quote } = buyer ?? (await world.buyer());
  const { keep = '', ...said } = form;
  const tenders = [{ method: 'at-once', installments: 1, fields: { token, keep, ...said } }];
  return accepted(await world.pay(session, quote, { tenders }));
}

/** Every try says that it is of another card, of another person. */
const lies = (count: number): readonly Form[] =>
  Array.from({ length: count }, (_, index) => ({
    brand: ['hipercard', 'american_express', 'visa', 'elo'][index % 4] ?? 'visa',
    last4: String(1000 + index),
    expiry: `${String(1 + (index % 12)).padStart(2, '0')}/40`,
    document: String(10_000_000_000 + index),
  }));

interface Company {
  readonly gateway: () => GatewayPort;
  readonly token: (number: string) => Promise<string>;
  readonly refused: string;
  readonly lost: string;
  /** Whether the company tells a card's date: by it, cards that look alike are told from each other. */
  readonly tellsDate: boolean;
}

const companies: readonly (readonly [string, Company])[] = [
  [
    'pagarme',
    {
      gateway: () => createPagarmeGateway(pagarmeOn(sandboxWorld, 5_000)),
      token: (number) => pagarmeToken(sandboxWorld, number),
      refused: '4012001037141112',
      lost: '4073020000000077',
      tellsDate: true,
    },
  ],
  [
    'culqi',
    {
      gateway() {
        const culqi = createCulqiGateway(culqiConfigOf(sandboxWorld, 5_000));
        return { ...culqi, start: (charge: ChargeRequest) => culqi.start(inSoles(charge)) };
      },
      token: (number) => culqiToken(sandboxWorld, number),
      refused: '4000040000000008',
      lost: '4000030000000009',
      tellsDate: false,
    },
  ],
];

describe.each(companies)('a card at %s', (_id, { gateway, token, refused, lost, tellsDate }) => {
  test('is one card, whatever twenty forms at once say of it', async () => {
    const { starts } = worldWith(gateway());
    const tokens = await Promise.all(lies(20).map(() => token(refused)));
    const answers = await Promise.all(lies(20).map((form, index) => tryOnce(tokens[index] ?? '', form)));
    expect(answers.every(({ state }) => state === 'declined')).toBe(true);
    // Whoever waited for its turn too long was sent away; now there is nobody to wait for.
    for (const form of lies(3)) answers.push(await tryOnce(await token(refused), form));
    expect(answers.at(-1)).toMatchObject({ declineCode: 'card-tries-used-up' });
    // Visa's fifteen of one amount, though most forms name a scheme without limits.
    expect(starts()).toBe(15);
    const rows = await database.db.selectFrom('card_attempts').select(['instrument_key', 'brand']).execute();
    expect([rows.length, new Set(rows.map((row) => row.instrument_key)).size]).toEqual([15, 1]);
    expect(new Set(rows.map(({ brand }) => brand))).toEqual(new Set(['visa']));
  });

  test('that was refused for good is shown to its bank no more, and another one is', async () => {
    const { starts } = worldWith(gateway());
    const [one, other, third] = lies(3);
    if (!one || !other || !third) throw new Error('No forms');
    const buyer = await world.buyer();
    expect((await tryOnce(await token(lost), one, buyer)).state).toBe('declined');
    world.clock.advance(1_000);
    const again = { state: 'declined', declineCode: 'card-not-again' };
    expect(await tryOnce(await token(lost), other, buyer)).toMatchObject(again);
    expect(starts()).toBe(1);
    // Somebody else's may only look like it: it is the same where its date is, too.
    const elsewhere = await tryOnce(await token(lost), other);
    expect(elsewhere.state).toBe('declined');
    expect([elsewhere.declineCode === 'card-not-again', starts()]).toEqual(tellsDate ? [true, 1] : [false, 2]);
    await tryOnce(await token(refused), third);
    expect(starts()).toBe(tellsDate ? 2 : 3);
  });

  test('whose token nobody knows has to be typed again, and no bank is asked', async () => {
    const { starts } = worldWith(gateway());
    const [form] = lies(1);
    if (!form) throw new Error('No form');
    const answer = await tryOnce('tkn_test_0000000000000000', form);
    expect(answer).toMatchObject({ state: 'declined', declineCode: 'card-token-invalid' });
    expect(starts()).toBe(0);
  });
});

test('a saved card counts as the card that was typed', async () => {
  worldWith(createPagarmeGateway(pagarmeOn(sandboxWorld, 5_000)));
  const [form] = lies(1);
  if (!form) throw new Error('No form');
  const paid = await tryOnce(await pagarmeToken(sandboxWorld, '4111111111111111'), { ...form, keep: 'yes' });
  expect(paid.state).toBe('captured');
  const kept = database.db.selectFrom('payment_profiles').select(['instrument_key', 'brand', 'last4']);
  const key = await instrumentKey(database.db, world.ctx.config, 'pagarme', {
    fingerprint: '411111 1111',
    isShared: true,
  });
  expect(await kept.execute()).toEqual([{ instrument_key: key, brand: 'visa', last4: '1111' }]);
  const books = { now: world.clock.now() };
  const found = await invariantViolations(database.pool, await readSandboxRecords(sandboxWorld.world.origin), books);
  // The other tests' charges in soles are of orders in reais.
  expect(found.filter((one) => one.includes(paid.orderId) || one.includes(paid.attemptId))).toEqual([]);
});

test('a gateway that does not identify cards: all attempts of a purchase count as one card', async () => {
  const gateway = new FakeGateway();
  worldWith(Object.assign(gateway, { behavior: 'decline' as const }));
  const buyer = await world.buyer();
  const answers = [];
  for (const form of lies(7)) {
    answers.push(await tryOnce('a', form, buyer));
    world.clock.advance(3_600_000);
  }
  expect(gateway.starts).toBe(5);
  expect(answers.slice(5).every(({ declineCode }) => declineCode === 'card-tries-used-up')).toBe(true);
});
