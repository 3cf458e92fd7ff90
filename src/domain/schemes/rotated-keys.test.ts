import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/domain-world.server.ts';
import { keepProfile } from '../payment-profiles/index.server.ts';
import { hadTrial, knowPeople } from '../trials/index.server.ts';
import { claimTry, meansKey, type WantedTry } from './index.server.ts';

const before = { codeKey: 'made of the earlier cookie secret' };
/** As `SEAL_OLD_KEYS` with the earlier secret makes it after `COOKIE_SECRET` was rotated. */
const after = {
  codeKey: 'made of the new one',
  sealKeys: ['made of the new one', 'made of the earlier cookie secret'],
};
/** As it would be if the earlier secret were thrown away. */
const withoutOld = { codeKey: 'made of the new one' };
const card = { fingerprint: '411111 1111 12/30' };

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterAll(() => database.close());

const keyBy = (seals: typeof before) => meansKey(database.db, seals, 'book', card);

test('refusals for ever of a card are counted after COOKIE_SECRET was rotated', async () => {
  await database.pool.query(
    `insert into means_tries (id, means_key, gateway, brand, amount, currency, installments, expiry, outcome, raw, tried_at)
       values ('chk_1', $1, 'book', 'visa', 0, 'BRL', 1, '12/30', 'refused', '14', $2)`,
    [await keyBy(before), new Date(world.clock.now().getTime() - 30 * 86_400_000)],
  );
  const wanted = async (id: string, seals: typeof before): Promise<WantedTry> => ({
    ...{ id, attemptId: null, purchase: 'p', gateway: 'book', brand: 'visa', expiry: '12/30' },
    ...{ means: await keyBy(seals), amount: 100n, currency: 'BRL', installments: 1 },
  });
  const claim = async (id: string, seals: typeof before) => claimTry(world.ctx, await wanted(id, seals), () => false);
  expect(await claim('one', after)).toMatchObject({ kind: 'held-back' });
  expect(await claim('two', withoutOld)).toMatchObject({ kind: 'claimed' });
});

test('a card that was kept under an earlier key keeps its name', async () => {
  const kept = { fingerprint: '555555 4444 12/30' };
  const { session } = await world.buyer();
  const name = await meansKey(database.db, before, 'book', kept);
  const stored = { rail: 'now', gateway: 'book', token: 'tok_1', brand: 'visa', last4: '4444', expiry: '12/30' };
  const from = { sessionId: session.id, attemptId: null, schemeTransactionId: null, consentId: null, meansKey: name };
  expect(await keepProfile(database.db, world.ctx.config, { ...stored, ...from }, world.clock.now())).not.toBeNull();
  expect(await meansKey(database.db, after, 'book', kept)).toBe(name);
  expect(await meansKey(database.db, withoutOld, 'book', kept)).not.toBe(name);
});

test('who had free time has none again after COOKIE_SECRET was rotated', async () => {
  const { quote, session, lead } = await world.buyer();
  const orderId = (await world.pay(session, quote)).ok ? (await firstOrder()).id : '';
  await database.pool.query(`update orders set state = 'paid' where id = $1`, [orderId]);
  const offer = { business: session.business, productCode: 'course' };
  const person = { email: lead.email, phone: lead.phone };
  expect(await knowPeople(database.db, before, offer, person, orderId)).toBe(true);
  expect(await hadTrial({ db: database.db, config: after }, offer, person)).toBe(true);
  expect(await hadTrial({ db: database.db, config: withoutOld }, offer, person)).toBe(false);
});

async function firstOrder(): Promise<{ id: string }> {
  return database.db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
}
