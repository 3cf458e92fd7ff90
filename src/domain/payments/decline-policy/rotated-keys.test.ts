import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { saveProfile } from '../profiles/index.server.ts';
import { hadTrial, reserveTrial } from '../../checkout/trials/index.server.ts';
import { reserveCardAttempt, instrumentKey, type CardAttemptRequest } from './index.server.ts';

const before = { codeKey: 'made of the earlier cookie secret' };
/** As `ENCRYPTION_OLD_KEYS` with the earlier secret makes it after `COOKIE_SECRET` was rotated. */
const after = {
  codeKey: 'made of the new one',
  encryptionKeys: ['made of the new one', 'made of the earlier cookie secret'],
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

const keyBy = (encryptionKeys: typeof before) => instrumentKey(database.db, encryptionKeys, 'book', card);

test('permanent declines of a card are counted after COOKIE_SECRET was rotated', async () => {
  await database.pool.query(
    `insert into card_attempts (id, instrument_key, gateway, brand, amount, currency, installments, expiry, outcome, raw, attempted_at)
       values ('chk_1', $1, 'book', 'visa', 0, 'BRL', 1, '12/30', 'refused', '14', $2)`,
    [await keyBy(before), new Date(world.clock.now().getTime() - 30 * 86_400_000)],
  );
  const wanted = async (id: string, encryptionKeys: typeof before): Promise<CardAttemptRequest> => ({
    ...{ id, attemptId: null, purchase: 'p', gateway: 'book', brand: 'visa', expiry: '12/30' },
    ...{ instrument: await keyBy(encryptionKeys), amount: 100n, currency: 'BRL', installments: 1 },
  });
  const claim = async (id: string, encryptionKeys: typeof before) =>
    reserveCardAttempt(world.ctx, await wanted(id, encryptionKeys), () => false);
  expect(await claim('one', after)).toMatchObject({ kind: 'blocked' });
  expect(await claim('two', withoutOld)).toMatchObject({ kind: 'reserved' });
});

test('a card saved under an earlier key keeps its fingerprint', async () => {
  const kept = { fingerprint: '555555 4444 12/30' };
  const { session } = await world.buyer();
  const name = await instrumentKey(database.db, before, 'book', kept);
  const stored = { rail: 'now', gateway: 'book', token: 'tok_1', brand: 'visa', last4: '4444', expiry: '12/30' };
  const from = {
    sessionId: session.id,
    attemptId: null,
    schemeTransactionId: null,
    consentId: null,
    instrumentKey: name,
  };
  expect(await saveProfile(database.db, world.ctx.config, { ...stored, ...from }, world.clock.now())).not.toBeNull();
  expect(await instrumentKey(database.db, after, 'book', kept)).toBe(name);
  expect(await instrumentKey(database.db, withoutOld, 'book', kept)).not.toBe(name);
});

test('a past trial is recognized after COOKIE_SECRET was rotated', async () => {
  const { quote, session, lead } = await world.buyer();
  const orderId = (await world.pay(session, quote)).ok ? (await firstOrder()).id : '';
  await database.pool.query(`update orders set state = 'paid' where id = $1`, [orderId]);
  const offer = { business: session.business, productCode: 'course' };
  const person = { email: lead.email, phone: lead.phone };
  expect(await reserveTrial(database.db, before, offer, person, orderId)).toBe(true);
  expect(await hadTrial({ db: database.db, config: after }, offer, person)).toBe(true);
  expect(await hadTrial({ db: database.db, config: withoutOld }, offer, person)).toBe(false);
});

async function firstOrder(): Promise<{ id: string }> {
  return database.db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
}
