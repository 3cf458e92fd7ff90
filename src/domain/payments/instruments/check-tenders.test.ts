import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { saveProfile } from '../profiles/index.server.ts';
import type { TenderRequest } from '../ports/pay.types.ts';

/** Thieves try cards: whom nobody knows may not try any more, unless their bank can be made to ask. */
let database: TestDatabase;
let world: SplitWorld;
/** Ways to pay whose tries are counted. */
let counted: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  const since = createSplitWorld(database).clock.now();
  const until = new Date(since.getTime() + 3_600_000);
  await database.db.insertInto('decline_alarms').values({ level: 3, since, until }).execute();
});
afterAll(() => database.close());
beforeEach(() => {
  const plain = createSplitWorld(database).ctx;
  counted = ['at-once'];
  const byMethod: typeof plain.rails.byMethod = (method) => {
    const rail = plain.rails.byMethod(method);
    return rail && { ...rail, countsCardAttempts: counted.includes(method) };
  };
  world = createSplitWorld(database, {
    config: { ...plain.config, risk: { countsPrivateAddresses: true } },
    rails: { ...plain.rails, byMethod },
  });
});

const paused = { ok: false, error: { code: 'method-paused' } };
const proofWanted = { ok: false, error: { code: 'captcha-needed' } };
let addresses = 0;

/** Somebody at an address of their own, who pays so. */
async function buyer() {
  const { session, quote } = await world.buyer();
  addresses += 1;
  const browser = { userAgent: 'test', language: 'pt-BR', ip: `189.40.${addresses}.1` };
  const send = (tenders: TenderRequest[], visitor?: string) =>
    world.payWith(session, quote, tenders, { browser, ...(visitor === undefined ? {} : { visitor }) });
  return { session, send };
}

/** A card that its company keeps for a session's browser. */
async function keptCard(sessionId: string, amount?: bigint): Promise<TenderRequest> {
  const instrument = { rail: 'now', gateway: 'cards', token: 'kept', brand: 'visa', last4: '1111', expiry: '12/40' };
  const from = { ...instrument, sessionId, attemptId: null, schemeTransactionId: null, consentId: null };
  const kept = await saveProfile(database.db, world.ctx.config, from, world.clock.now());
  return { ...card(amount), fields: { paymentProfileId: kept?.id ?? '' } };
}

describe('an unverified buyer', () => {
  test('pays with no new card now, alone or beside a code', async () => {
    const { session, send } = await buyer();
    for (const tenders of [[card()], [card(60_000n), code()], [code(60_000n), card()]])
      expect(await send(tenders)).toEqual(paused);
    expect(world.cards.starts + world.codes.starts).toBe(0);
    const ofTheirs = database.db.selectFrom('orders').select('id').where('session_id', '=', session.id);
    expect(await ofTheirs.execute()).toEqual([]);
  });

  test('pays with a method without an attempt limit', async () => {
    const { send } = await buyer();
    expect(accepted(await send([code()])).state).toBe('awaiting-buyer');
  });

  test('pays with a saved card, alone or beside a code, and with no new card beside it', async () => {
    const one = await buyer();
    expect(await one.send([await keptCard(one.session.id, 60_000n), card()])).toEqual(paused);
    expect(await one.send([card(60_000n), await keptCard(one.session.id)])).toEqual(paused);
    expect(accepted(await one.send([await keptCard(one.session.id)])).state).toBe('captured');
    const other = await buyer();
    const mix = [code(60_000n), await keptCard(other.session.id)];
    expect(accepted(await other.send(mix)).split?.standing).toBe('waits-for-buyer');
  });
});

describe('an unverified buyer with 3-D Secure', () => {
  const asking = () => Object.assign(world.cards, { canForceChallenge: true });

  test('pays with a card after a browser challenge, and not with another browser’s', async () => {
    asking();
    const { send } = await buyer();
    expect(await send([card()])).toEqual(proofWanted);
    await database.db
      .insertInto('solved_challenges')
      .values({
        ...{ id: 'solved', browser_hash: 'a browser', action: 'pay', uses_left: 1, solved_at: world.clock.now() },
        ends_at: new Date(world.clock.now().getTime() + 60_000),
      })
      .execute();
    expect(await send([card()])).toEqual(proofWanted);
    expect(await send([card()], 'another browser')).toEqual(proofWanted);
    expect(accepted(await send([card()], 'a browser')).state).toBe('captured');
  });

  test('is refused all the same where one of two gateways has no 3-D Secure', async () => {
    asking();
    counted = ['at-once', 'by-code'];
    const { send } = await buyer();
    expect(await send([card(60_000n), code()])).toEqual(paused);
    Object.assign(world.codes, { canForceChallenge: true });
    expect(await send([card(60_000n), code()])).toEqual(proofWanted);
  });
});
