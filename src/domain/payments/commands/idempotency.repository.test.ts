import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import {
  reserveIdempotencyKey,
  findIdempotencyKey,
  fingerprintsOf,
  isSameRequest,
  eraseAnswers,
  storeAnswer,
} from './idempotency.repository.server.ts';
import type { PayAnswer, PayRequest } from '../ports/pay.types.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterAll(() => database.close());

describe('the request fingerprint of an idempotency key', () => {
  const encryptionKeys = { codeKey: 'of the house' };
  const fingerprintOf = (request: typeof asked) => fingerprintsOf(encryptionKeys, request)[0];
  const tender = { method: 'pix', installments: 1, amount: 500n, fields: { document: '1', phone: '2' } };
  const asked: Pick<PayRequest, 'quoteId' | 'asked' | 'tenders'> = { quoteId: 'quo_1', tenders: [tender] };
  const withTender = (change: Partial<PayRequest['tenders'][number]>) => ({
    ...asked,
    tenders: [{ ...tender, ...change }],
  });
  const { amount: _, ...theRest } = tender;

  test('is independent of field order and of the release: keys do not expire', () => {
    const known = '1202d48c55c8cca8be4e6f256d0e628aaebf81979d78492a52ff60093879e34a';
    expect(fingerprintOf(asked)).toBe(known);
    expect(fingerprintOf(withTender({ fields: { phone: '2', document: '1' } }))).toBe(known);
    expect(fingerprintOf({ ...asked, tenders: [theRest] })).toBe(
      '044840c81eb3ac464493385791c68c5b6a1c0f94c5efb50e8a441f395ba04aee',
    );
  });

  test('is keyed by a secret: nobody can guess a tax id from it', () => {
    const [own] = fingerprintsOf(encryptionKeys, asked);
    expect(fingerprintsOf({ codeKey: 'of somebody else' }, asked)).not.toContain(own);
    expect(own).not.toBe(sha256(JSON.stringify(['quo_1', [['pix', 1, '500', Object.entries(tender.fields)]]])));
  });

  test('matches after its secret was rotated', () => {
    const [fingerprint = ''] = fingerprintsOf(encryptionKeys, asked);
    const since = fingerprintsOf({ codeKey: 'new', encryptionKeys: ['new', 'of the house'] }, asked);
    const kept = { fingerprint, orderId: null, attemptId: null, answer: null };
    expect(isSameRequest(kept, since)).toBe(true);
    expect(isSameRequest(kept, fingerprintsOf({ codeKey: 'new' }, asked))).toBe(false);
  });

  test.each([
    ['for another quote', { ...asked, quoteId: 'quo_2' }],
    ['in the caller’s own words', { ...asked, asked: 'the next term' }],
    ['in another way', withTender({ method: 'card' })],
    ['in installments', withTender({ installments: 2 })],
    ['of another part', withTender({ amount: 501n })],
    ['of all that is owed', { ...asked, tenders: [theRest] }],
    ['with another field', withTender({ fields: { ...tender.fields, phone: '3' } })],
    ['twice', { ...asked, tenders: [tender, tender] }],
  ])('differs %s', (_what, other) => {
    expect(fingerprintOf(other)).not.toBe(fingerprintOf(asked));
  });

  test('of the caller’s own fields is the same, whatever quote was found for them', () => {
    const inWords = { ...asked, asked: 'the next term' };
    expect(fingerprintOf({ ...inWords, quoteId: 'quo_2' })).toBe(fingerprintOf(inWords));
  });
});

describe('an idempotency key', () => {
  test('is scoped to its session: another buyer’s equal key charges separately', async () => {
    const [one, other] = [await world.buyer(), await world.buyer()];
    const first = accepted(await world.pay(one.session, one.quote, { idempotencyKey: 'same' }));
    const second = accepted(await world.pay(other.session, other.quote, { idempotencyKey: 'same' }));
    expect(second.orderId).not.toBe(first.orderId);
    expect(await findIdempotencyKey(database.db, one.session.id, 'same')).toEqual({
      ...{ orderId: first.orderId, attemptId: first.attemptId, answer: first, fingerprint: expect.any(String) },
    });
    expect(await findIdempotencyKey(database.db, one.session.id, 'another')).toBeNull();
  });

  test('is found by its session, as the subscriptions pages query it', async () => {
    const { session, quote } = await world.buyer();
    accepted(await world.pay(session, quote, { idempotencyKey: 'by-scope' }));
    const row = database.db.selectFrom('idempotency_keys').select('scope').where('key', '=', 'by-scope');
    expect(await row.execute()).toEqual([{ scope: `pay:${session.id}` }]);
  });
});

const answer: PayAnswer = { orderId: 'ord_1', attemptId: 'att_1', state: 'declined', declineCode: 'no-limit' };
const reservation = { sessionId: 'ses_1', fingerprints: ['f'], orderId: 'ord_1', attemptId: 'att_1', now: new Date() };

describe('a stored answer', () => {
  test('is the first one, word for word', async () => {
    await reserveIdempotencyKey(database.db, { ...reservation, key: 'first' });
    expect((await findIdempotencyKey(database.db, 'ses_1', 'first'))?.answer).toBeNull();
    expect(await storeAnswer(database.db, 'ses_1', 'first', answer)).toEqual(answer);
    const later = { ...answer, state: 'captured', declineCode: null };
    expect(await storeAnswer(database.db, 'ses_1', 'first', later)).toEqual(answer);
    expect((await findIdempotencyKey(database.db, 'ses_1', 'first'))?.answer).toEqual(answer);
  });

  test.each(['paid', 'under-way', 'waits-for-buyer', 'held', 'declined', 'undone'] as const)(
    'contains the split state of the order: %s',
    async (standing) => {
      const split = {
        standing,
        held: 60_000,
        owed: 54_000,
        heldUntil: standing === 'held' ? '2026-03-01T12:00:00Z' : null,
      };
      await reserveIdempotencyKey(database.db, { ...reservation, key: standing });
      await storeAnswer(database.db, 'ses_1', standing, { ...answer, declineCode: null, split });
      expect((await findIdempotencyKey(database.db, 'ses_1', standing))?.answer).toEqual({
        ...answer,
        declineCode: null,
        split,
      });
    },
  );

  test('is absent for an unclaimed key and for an unreadable format', async () => {
    expect(await storeAnswer(database.db, 'ses_1', 'nobody-asked', answer)).toEqual(answer);
    expect(await findIdempotencyKey(database.db, 'ses_1', 'nobody-asked')).toBeNull();
    await reserveIdempotencyKey(database.db, { ...reservation, key: 'old' });
    await database.db
      .updateTable('idempotency_keys')
      .set({ body: '{"words":"old"}' })
      .where('key', '=', 'old')
      .execute();
    expect((await findIdempotencyKey(database.db, 'ses_1', 'old'))?.answer).toBeNull();
  });
});

describe('stored answers of an erased person', () => {
  test('are deleted for their orders alone: a repeated click gets the order’s state', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const code = { method: 'by-code' };
    const old = accepted(await world.pay(session, quote, { ...code, idempotencyKey: 'forgotten' }));
    const lower = accepted(await currentQuote(world.ctx, session, { voucher: 'for-all' }));
    const kept = accepted(await world.pay(session, lower, { ...code, idempotencyKey: 'kept' }));
    expect(kept.orderId).not.toBe(old.orderId);
    await world.runJobs();
    await eraseAnswers(database.db, [old.orderId]);
    const answerOfAttempt = async (key: string) => (await findIdempotencyKey(database.db, session.id, key))?.answer;
    expect([await answerOfAttempt('forgotten'), await answerOfAttempt('kept')]).toEqual([null, kept]);
    const rows = database.db.selectFrom('idempotency_keys').select(['key', 'fingerprint']).orderBy('key');
    expect(await rows.where('key', 'in', ['forgotten', 'kept']).execute()).toEqual([
      { key: 'forgotten', fingerprint: null },
      { key: 'kept', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    const again = await world.pay(session, quote, { ...code, idempotencyKey: 'forgotten' });
    expect(accepted(again)).toEqual({ ...old, state: 'voided' });
  });
});
