import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import { saveProfile } from '#src/domain/payments/profiles/index.server.ts';
import { cancelOpenCharges } from '#src/domain/subscriptions/charging/index.server.ts';
import { createSubscriptionService } from '#src/domain/subscriptions/plan-changes/index.server.ts';
import {
  createSubscription,
  failPeriod,
  setInstrument,
  type SubscriptionService,
  subscriptionById,
  updatePeriod,
} from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { periodsOf } from '#tests/support/worlds/subscription-records.server.ts';
import { magicLinkCookie } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { err } from '#src/kernel/result/result.ts';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { type ApiBuyer, type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import { bookOf } from '#tests/support/worlds/split-world.server.ts';

const service: SubscriptionService = {};
let database: TestDatabase;
let world: ApiWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createApiWorld(database, {}, { subscriptionService: service });
  Object.assign(service, createSubscriptionService(world.ctx));
});
beforeEach(() => {
  world.gateway.behavior = 'capture';
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const school = { brand: 'meusucesso', variant: null, business: 'meusucesso', productCode: 'meusucesso' } as const;
const price = 114_000;
const document = '390.533.447-05';

interface Subscribed {
  readonly id: string;
  /** A browser that opened a magic link. */
  readonly reader: ApiBuyer;
  readonly periodEnd: `${number}-${number}-${number}`;
}

async function subscribed(): Promise<Subscribed> {
  const buyer = world.newBuyer();
  const { json } = await buyer.call('POST', '/api/v1/lead', {
    ...{ name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' },
    ...{ productCode: school.productCode, seller: 'performance', source: 'direto' },
  });
  const plan = world.ctx.catalog.product('meusucesso', null, 'meusucesso')?.plans[0];
  if (!plan) throw new Error('The school sells nothing');
  const periodEnd = addDays(marketDate(world.clock.now(), 'BR'), 12);
  const id = await createSubscription(world.ctx, {
    ...{ ...school, leadId: String(json['id']), planId: plan.id, market: 'BR', locale: 'pt-BR', price: plan.price },
    ...{ state: 'active', periodStart: addDays(addMonths(addDays(periodEnd, 1), -12), 0), periodEnd },
  });
  const reader = world.newBuyer();
  const token = await issueMagicLink(world.ctx, world.ctx.db, id);
  reader.cookie = magicLinkCookie(id, token, false).split(';')[0] ?? '';
  return { id, reader, periodEnd };
}

/** A call with the reader's magic link, whatever cookies were set since. */
async function renew(
  { reader, id }: Subscribed,
  body: object,
  { version = 'v2', key = newSecret() }: { readonly version?: string; readonly key?: string } = {},
) {
  const { cookie } = reader;
  const answer = await reader.call('POST', `/api/${version}/subscription/${id}/renew`, body, {
    'idempotency-key': key,
  });
  reader.cookie = cookie;
  return answer;
}

const byPix = {
  paymentMethods: [{ method: 'pix' }],
  amount: price,
  type: 'renew',
  business: school.business,
  document,
};
const captures = () => world.gateway.captures().length;

/** The payment profile of the subscription, if the gateway saves one. */
async function keep({ id }: Subscribed, brand = 'visa'): Promise<string> {
  const row = await database.db
    .selectFrom('subscriptions')
    .innerJoin('leads', 'leads.id', 'subscriptions.lead_id')
    .select('leads.session_id')
    .where('subscriptions.id', '=', id)
    .executeTakeFirstOrThrow();
  const instrument = { rail: 'card', gateway: world.gateway.id, token: newSecret(), brand, last4: '1111' };
  const from = { sessionId: row.session_id, attemptId: null, schemeTransactionId: 'FIRST', consentId: null };
  const kept = await saveProfile(
    world.ctx.db,
    world.ctx.config,
    { ...instrument, ...from, expiry: '12/40' },
    world.clock.now(),
  );
  if (!kept) throw new Error('The payment profile was not saved');
  accepted(await setInstrument(world.ctx, id, { kind: 'profile', profileId: kept.id, installments: 1 }));
  return kept.id;
}

describe('the next billing period of a subscription', () => {
  test('is paid by the call of version 2, and the period advances', async () => {
    const one = await subscribed();
    const paid = await renew(one, { ...byPix, subscriptionId: one.id, productCode: school.productCode });
    expect(paid.json).toMatchObject({ state: 'captured', route: expect.stringMatching(/^\/payment\/inv_/) });
    expect(paid.status).toBe(201);
    // The day before the same day of the next year: from the last of February that may be the 29th.
    const next = addMonths(addDays(one.periodEnd, 1), 12);
    expect((await subscriptionById(world.ctx, one.id))?.periodEnd).toBe(addDays(next, -1));
    const [later, term] = await periodsOf(world.ctx, one.id);
    expect([term?.state, term?.orderId, later?.state]).toEqual(['paid', paid.json['orderId'], 'due']);
  });

  test('is paid by the call of version 1, in interest-free installments', async () => {
    const one = await subscribed();
    await keep(one);
    const body = { business: school.business, paymentMethod: 'credit-card', numberInstallments: 12 };
    const paid = await renew(one, body, { version: 'v1' });
    expect([paid.status, paid.json['state']]).toEqual([201, 'captured']);
    const attempt = await database.db
      .selectFrom('attempts')
      .select(['amount', 'installments', 'kept'])
      .where('id', '=', String(paid.json['attemptId']))
      .executeTakeFirstOrThrow();
    expect(attempt).toMatchObject({ amount: BigInt(price), installments: 12, kept: { last4: '1111' } });
  });

  test('is paid in one click, without a security code, by a card whose brand requires it in a form', async () => {
    Object.assign(world.gateway, { requiresSecurityCode: ['american_express'] });
    for (const version of ['v1', 'v2']) {
      const one = await subscribed();
      const paymentProfileId = await keep(one, 'american_express');
      const { business } = school;
      const [method, amount] = ['default-credit-card', price];
      const body = (fields?: object) =>
        version === 'v1'
          ? { business, paymentMethod: method, ...(fields ? { metadata: fields } : {}) }
          : { ...{ business, amount, type: 'renew' }, paymentMethods: [{ method, ...(fields ? { fields } : {}) }] };
      const named = await renew(one, body({ paymentProfileId }), { version });
      expect([named.status, named.json['code']]).toEqual([422, 'fields-invalid']);
      const paid = await renew(one, body(), { version });
      expect([paid.status, paid.json['state']]).toEqual([201, 'captured']);
    }
    Object.assign(world.gateway, { requiresSecurityCode: [] });
  });

  test('is paid once by one key, for ever, and by two keys not twice for one period', async () => {
    const one = await subscribed();
    const before = captures();
    const key = newSecret();
    const first = await renew(one, byPix, { key });
    const again = await renew(one, byPix, { key });
    expect([again.status, again.json['orderId']]).toEqual([first.status, first.json['orderId']]);
    expect(captures() - before).toBe(1);
    expect((await renew(one, { ...byPix, amount: 1 }, { key })).json['code']).toBe('key-reused');
    // The next billing period is paid; only one can be paid ahead.
    expect((await renew(one, byPix)).json['code']).toBe('renewal-not-owed');
    expect(captures() - before).toBe(1);
  });

  test('that was declined may be paid with another method, on the same order', async () => {
    const one = await subscribed();
    world.gateway.behavior = 'decline';
    const refused = await renew(one, byPix);
    expect([refused.status, refused.json['code']]).toEqual([402, 'payment-declined']);
    world.gateway.behavior = 'capture';
    const paid = await renew(one, { ...byPix, paymentMethods: [{ method: 'bankslip' }] });
    expect([paid.status, paid.json['orderId']]).toEqual([201, refused.json['orderId']]);
  });

  test('that is past due and paid ends the dunning', async () => {
    const one = await subscribed();
    const [owed] = await periodsOf(world.ctx, one.id);
    if (!owed) throw new Error('Nothing is owed');
    await updatePeriod(world.ctx.db, owed, { state: 'charging' });
    await database.db.transaction().execute((trx) => failPeriod(trx, owed, 'not-paid', world.clock.now()));
    expect((await subscriptionById(world.ctx, one.id))?.state).toBe('past-due');
    expect((await renew(one, byPix)).status).toBe(201);
    expect(await subscriptionById(world.ctx, one.id)).toMatchObject({ state: 'active', pastDueSince: null });
    expect((await periodsOf(world.ctx, one.id))[1]).toMatchObject({ state: 'paid', nextTryAt: null });
  });
});

describe('a renewal is refused', () => {
  test.each([
    ['another price than was shown', { ...byPix, amount: 1 }, 409, 'renewal-changed'],
    ['a plan that is not sold', { ...byPix, planId: 'plan-none' }, 404, 'plan-not-found'],
    ['a way to pay that is not', { ...byPix, paymentMethods: [{ method: 'm-pesa' }] }, 422, 'method-not-offered'],
    ['another business', { ...byPix, business: 'conquer' }, 404, 'not-found'],
    ['a field that nobody knows', { ...byPix, price: 1 }, 422, 'fields-invalid'],
    ['a card number', { ...byPix, metadata: { cardNumber: '4111111111111111' } }, 400, 'card-number-refused'],
  ])('for %s', async (_what, body, status, code) => {
    const one = await subscribed();
    const before = captures();
    const refused = await renew(one, body);
    expect([refused.status, refused.json['code']]).toEqual([status, code]);
    expect(captures()).toBe(before);
  });

  // A renewal names no quote, so that its caller gets `renewal-changed` in place of `quote-not-found`.
  test('for another price that is accepted while its invoice is open', async () => {
    const one = await subscribed();
    const real = { ...service };
    const whileOpened: SubscriptionService['renew'] = async (request) => {
      const billed = (await real.renew?.(request)) ?? err('not-possible');
      await database.db.updateTable('subscriptions').set({ amount: 120_000n }).where('id', '=', one.id).execute();
      await cancelOpenCharges(world.ctx, one.id);
      return billed;
    };
    Object.assign(service, { renew: whileOpened });
    const refused = await renew(one, byPix).finally(() => Object.assign(service, real));
    expect([refused.status, refused.json['code']]).toEqual([409, 'renewal-changed']);
    expect((await renew(one, { ...byPix, amount: 120_000 })).status).toBe(201);
  });

  test('to strangers, as not found, and without a key', async () => {
    const one = await subscribed();
    const otherBuyer = world.newBuyer();
    await otherBuyer.call('GET', '/api/v1/seller/performance?product=meusucesso');
    expect((await renew({ ...one, reader: otherBuyer }, byPix)).status).toBe(404);
    expect((await renew({ ...one, id: `sub_${'x'.repeat(22)}` }, byPix)).status).toBe(404);
    const { json } = await one.reader.call('POST', `/api/v2/subscription/${one.id}/renew`, byPix);
    expect(json['code']).toBe('idempotency-key-missing');
  });
});

test('all money invariants hold afterwards', async () => {
  expect(await invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() })).toEqual([]);
});
