import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { ok } from '#src/kernel/result/result.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import {
  accepted,
  createDomainWorld,
  type DomainWorld,
  sessionStart,
} from '#tests/support/worlds/domain-world.server.ts';
import { saveLead } from '../../checkout/leads/index.server.ts';
import { profileIdsOfAttempt, usableProfiles } from '../profiles/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import { openSession } from '../../checkout/sessions/index.server.ts';
import { verifyInstrument } from '../index.server.ts';

const shown = { brand: 'visa', last4: '1111', expiry: '12/40' };

let database: TestDatabase;
let world: DomainWorld;
/** Every instrument is valid, and its holder lets us save it. */
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
  const kept = { token: newSecret(), ...shown };
  const { gateway } = world;
  const start = gateway.start.bind(gateway);
  Object.assign(gateway, {
    identify: async () => ({ kind: 'inspected', instrument: { ...shown, fingerprint: newSecret(), details: {} } }),
    verify: async () => ({ kind: 'valid', kept }),
    start: async (charge: Parameters<typeof start>[0]) => {
      const answer = await start(charge);
      return answer.kind === 'fact' ? { kind: 'fact', fact: { ...answer.fact, kept } } : answer;
    },
  });
  const { rails } = world.ctx;
  const [byId, byMethod, server] = [rails.byId.bind(rails), rails.byMethod.bind(rails), rails.server.bind(rails)];
  Object.assign(rails, {
    byId: (id: string) => ({ ...byId(id), countsCardAttempts: true }),
    byMethod: (method: string) => ({ ...byMethod(method), countsCardAttempts: true }),
    server: (id: string) => ({
      ...server(id),
      readDetails: ({ buyer }: { buyer: object }) =>
        ok({ payer: buyer, details: {}, kept: { keepLabel: 'keep', keepText: 'Keep my card' } }),
    }),
  });
});
afterEach(() => database.close());

async function browserOf({ id }: CheckoutSession): Promise<string> {
  const rows = database.db.selectFrom('checkout_sessions').select('browser_hash').where('id', '=', id);
  return (await rows.executeTakeFirstOrThrow()).browser_hash;
}

const offered = async ({ id }: CheckoutSession) => (await usableProfiles(database.db, id)).length;

describe('a payment profile', () => {
  test('is offered to the browser in which it paid, and to no other that began the purchase', async () => {
    const mine = await world.buyer();
    const visitor = await browserOf(mine.session);
    accepted(await world.pay(mine.session, mine.quote, { visitor }));
    expect(await offered(mine.session)).toBe(1);

    const theirs = await world.buyer();
    const paid = accepted(await world.pay(theirs.session, theirs.quote, { visitor: newSecret() }));
    expect(await profileIdsOfAttempt(database.db, paid.attemptId)).toHaveLength(1);
    expect(await offered(theirs.session)).toBe(0);
  });

  test('after a verification is so too', async () => {
    const { session, lead } = await world.buyer();
    const check = (visitor: string) =>
      verifyInstrument(world.ctx, {
        ...{ key: newSecret(), business: 'school', market: 'BR', currency: 'BRL', method: 'at-once', fields: {} },
        ...{ buyer: lead, sessionId: session.id, ip: '127.0.0.1', visitor },
      });
    expect(accepted(await check(newSecret())).profileId).not.toBeNull();
    expect(await offered(session)).toBe(0);
    accepted(await check(await browserOf(session)));
    expect(await offered(session)).toBe(1);
  });

  test('is neither offered nor charged in another browser that opened the resume link', async () => {
    const first = await world.buyer();
    const visitor = await browserOf(first.session);
    accepted(await world.pay(first.session, first.quote, { visitor }));
    const session = await openSession(world.ctx, { ...sessionStart, browserHash: visitor, offer: 'another' });
    const { name, email, phone } = first.lead;
    await saveLead(world.ctx, session, { name, email, phone, consents: [], ip: '' });
    const quote = accepted(await currentQuote(world.ctx, session));
    const [kept] = await usableProfiles(database.db, session.id, visitor);
    const elsewhere = newSecret();
    expect(await usableProfiles(database.db, session.id, elsewhere)).toEqual([]);
    const tenders = [{ method: 'at-once', installments: 1, fields: { paymentProfileId: kept?.id ?? '' } }];
    expect(await world.pay(session, quote, { tenders, visitor: elsewhere })).toMatchObject({
      error: { code: 'fields-invalid', fields: { paymentProfileId: 'payment.error.profile-unknown' } },
    });
    accepted(await world.pay(session, quote, { tenders, visitor }));
  });
});
