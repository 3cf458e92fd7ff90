import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { GatewayPort } from '#src/domain/payments/index.ts';
import { newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import { type AcquirerApi, openAcquirerApi } from '#tests/support/worlds/acquirer-world.server.ts';
import type { ApiBuyer } from '#tests/support/worlds/api-world.server.ts';

let api: AcquirerApi;
beforeAll(async () => {
  api = await openAcquirerApi();
});
afterEach(async () => {
  await api.database.db.deleteFrom('trial_identities').execute();
  await api.database.db.deleteFrom('card_attempts').execute();
});
afterAll(() => api.close());

const live = { productCode: 'wise-up-live', business: 'wiseup-live' };
const good = '4111111111111111';
const bad = '4000000000000002';

interface Begun {
  readonly buyer: ApiBuyer;
  readonly leadId: string;
  readonly quote: Record<string, unknown>;
}

async function begin(change: Readonly<Record<string, string>> = {}): Promise<Begun> {
  const buyer = api.world.newBuyer();
  const leadId = await api.leadOf(buyer, { productCode: live.productCode, seller: 'performance', ...change });
  const { json: quote } = await buyer.call('POST', '/api/v1/quote', { leadId });
  return { buyer, leadId, quote };
}

function start(
  { buyer, leadId, quote }: Begun,
  paymentMethods: readonly object[],
  change: object = {},
  key = newSecret(),
) {
  const body = { sfLeadId: leadId, amount: quote['total'], quoteId: quote['id'], ...live, acceptTrial: true };
  return buyer.call('POST', '/api/v2/payment', { ...body, paymentMethods, ...change }, { 'idempotency-key': key });
}

async function card(number = good): Promise<object> {
  return { method: 'credit-card', fields: await api.cardFields(number) };
}

const rows = async (orderId: unknown) => {
  const { db } = api.database;
  const id = String(orderId);
  return {
    order: await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    trial: await db.selectFrom('trials').selectAll().where('order_id', '=', id).executeTakeFirst(),
    subscription: await db.selectFrom('subscriptions').selectAll().where('order_id', '=', id).executeTakeFirst(),
    grants: await db.selectFrom('access_grants').selectAll().where('order_id', '=', id).execute(),
  };
};

describe('a trial', () => {
  test('has a price of nothing now, with day and amount of the first charge', async () => {
    const { quote } = await begin();
    expect(quote).toMatchObject({
      total: 0,
      lines: [{ kind: 'main', amount: 0 }],
      trial: { unit: 'month', count: 3, amount: 238_800 },
    });
    expect((quote['installments'] as readonly object[]).at(-1)).toMatchObject({ count: 12, value: 19_900, tax: 0 });
  });

  test('begins with a verified card: nothing is charged, access is given, the card is saved', async () => {
    const begun = await begin();
    const before = api.sandboxWorld.world.book().charges.length;
    const paid = await start(begun, [{ ...(await card()), installments: 12 }]);
    expect(paid).toMatchObject({ status: 201, json: { state: 'captured', attemptId: null, route: '/success' } });
    expect(api.sandboxWorld.world.book().charges.length).toBe(before);
    const [profile] = paid.json['paymentProfileIds'] as readonly string[];
    const { order, trial, subscription, grants } = await rows(paid.json['orderId']);
    expect(order).toMatchObject({ state: 'paid', total: 0n, received: 0n });
    expect(grants).toHaveLength(1);
    expect(trial).toMatchObject({ amount: 238_800n, payment_profile_id: profile, installments: 12 });
    expect(subscription).toMatchObject({
      state: 'trialing',
      amount: 238_800n,
      instrument: 'profile',
      payment_profile_id: profile,
      next_charge_on: trial?.first_charge_on,
      installments: 12,
    });
    const consent = await api.database.db
      .selectFrom('consents')
      .selectAll()
      .where('id', '=', trial?.consent_id ?? '')
      .executeTakeFirst();
    expect(consent).toMatchObject({ kind: 'trial', accepted: true, text_hash: sha256('payment.trial.accept') });
  });

  test('begins once by one form, however often it is sent', async () => {
    const begun = await begin();
    const [tender, key] = [await card(), newSecret()];
    const answers = await Promise.all([1, 2, 3].map(() => start(begun, [tender], {}, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ json }) => json['orderId'])).size).toBe(1);
    const profiles = await api.database.db
      .selectFrom('payment_profiles')
      .innerJoin('leads', 'leads.id', 'payment_profiles.lead_id')
      .select('payment_profiles.id')
      .where('leads.id', '=', begun.leadId)
      .execute();
    expect(profiles).toHaveLength(1);
    expect((await start(begun, [await card()])).json['code']).toBe('order-paid');
  });

  test('does not begin with a declined card; another one on the same page begins it', async () => {
    const begun = await begin();
    const key = newSecret();
    const refused = await start(begun, [await card(bad)], {}, key);
    expect([refused.status, refused.json['code']]).toEqual([402, 'means-refused']);
    const orders = await api.database.db
      .selectFrom('orders')
      .select('id')
      .where('lead_id', '=', begun.leadId)
      .execute();
    expect(orders).toEqual([]);
    expect((await start(begun, [await card()], {}, key)).status).toBe(201);
  });

  test('begins only when its first charge was accepted', async () => {
    const begun = await begin();
    const silent = await start(begun, [await card()], { acceptTrial: false });
    expect([silent.status, silent.json['code']]).toEqual([422, 'trial-not-accepted']);
  });

  test.each([
    ['a way that nobody can keep', [{ method: 'pix', fields: {} }]],
    ['a mix', [{ method: 'credit-card', amount: 1 }, { method: 'pix' }]],
  ])('begins by %s with an invoice at its end', async (_name, tenders) => {
    const { gateways } = api.world.ctx;
    const choose = gateways.choose.bind(gateways);
    // The gateway of this method cannot verify an instrument without a charge.
    Object.assign(gateways, { choose: () => ({ ...choose('', 'BR', ''), verify: undefined }) });
    const paid = await start(await begin(), tenders).finally(() => Object.assign(gateways, { choose }));
    expect(paid).toMatchObject({ status: 201, json: { paymentProfileIds: [] } });
    const { subscription } = await rows(paid.json['orderId']);
    expect(subscription).toMatchObject({ state: 'trialing', instrument: 'invoice', payment_profile_id: null });
  });

  test('is granted once: the same address, phone or card pays at once the second time', async () => {
    expect((await start(await begin(), [await card()])).status).toBe(201);
    const again = await begin();
    expect(again.quote).toMatchObject({ total: 238_800, trial: null });
    const other = { email: 'outra@exemplo.com.br', phone: '(11) 96123-9999' };
    expect((await begin({ phone: other.phone })).quote).toMatchObject({ trial: null });
    expect((await begin({ email: other.email })).quote).toMatchObject({ trial: null });
    const sameCard = await begin(other);
    expect(sameCard.quote).toMatchObject({ total: 0 });
    const refused = await start(sameCard, [await card()]);
    expect([refused.status, refused.json['code']]).toEqual([409, 'trial-used']);
    const { leadId, buyer } = sameCard;
    expect((await buyer.call('POST', '/api/v1/quote', { leadId })).json).toMatchObject({ total: 238_800, trial: null });
  });

  test('is granted to another card that resembles one with a past trial', async () => {
    const { gateways } = api.world.ctx;
    const choose = gateways.choose.bind(gateways);
    const real = choose('wiseup-live', 'BR', 'credit-card');
    if (!real) throw new Error('Nobody takes cards');
    /** A gateway that reports ten digits of a card and its expiry. */
    const telling = (expiry: string): GatewayPort => ({
      ...real,
      identify: async (details) => {
        const seen = await real.identify?.(details);
        if (seen?.kind !== 'inspected') throw new Error('The card was not seen');
        return { ...seen, instrument: { ...seen.instrument, fingerprint: '411111 1111', isShared: true, expiry } };
      },
      verify: async (verification) => {
        const answer = await real.verify?.(verification);
        if (answer?.kind !== 'valid' || !answer.kept) throw new Error('The card was not kept');
        return { kind: 'valid', kept: { ...answer.kept, expiry } };
      },
    });
    const person = (number: number) => ({ email: `p${number}@exemplo.com.br`, phone: `(11) 96123-000${number}` });
    const startWith = async (number: number, expiry: string) => {
      Object.assign(gateways, { choose: () => telling(expiry) });
      const answer = await start(await begin(person(number)), [await card()]);
      return answer.json['code'] ?? answer.status;
    };
    try {
      expect(await startWith(1, '12/40')).toBe(201);
      expect(await startWith(2, '11/39')).toBe(201);
      expect(await startWith(3, '12/40')).toBe('trial-used');
    } finally {
      Object.assign(gateways, { choose });
    }
  });

  test('is not sold by a flow that charges at once', async () => {
    const { quote } = await begin({ flowId: 'pix' });
    expect(quote).toMatchObject({ total: 238_800, trial: null });
  });

  test('has its first charge, and only that, lowered by a voucher', async () => {
    const begun = await begin({ voucher: 'camarim' });
    expect(begun.quote).toMatchObject({ total: 0, voucher: 'camarim', trial: { amount: 219_696 } });
    const paid = await start(begun, [await card()]);
    const { trial, subscription } = await rows(paid.json['orderId']);
    expect([trial?.amount, subscription?.amount]).toEqual([219_696n, 238_800n]);
  });
});

describe('the first charge after a trial', () => {
  const bill = (begun: Begun, subscriptionId: unknown, tenders: readonly object[], change: object = {}) =>
    start(begun, tenders, {
      ...{ type: 'first-invoice-payment', subscriptionId, quoteId: undefined, acceptTrial: undefined },
      amount: 238_800,
      ...change,
    });

  test('is paid by its buyer before its day, in installments, once; then the subscription continues', async () => {
    const begun = await begin();
    const { json } = await start(begun, [await card()]);
    const id = json['subscriptionId'];
    const paid = await bill(begun, id, [{ ...(await card()), installments: 12 }]);
    expect([paid.status, paid.json['state']]).toEqual([201, 'captured']);
    const { db } = api.database;
    expect(
      await db.selectFrom('subscriptions').selectAll().where('id', '=', String(id)).executeTakeFirst(),
    ).toMatchObject({
      state: 'active',
    });
    const kinds = await db.selectFrom('invoices').select('kind').where('subscription_id', '=', String(id)).execute();
    expect(kinds).toEqual([{ kind: 'first-invoice-payment' }]);
    expect((await bill(begun, id, [await card()])).json['code']).toBe('order-paid');
  });

  test('is visible to its buyer alone, and of its own kind', async () => {
    const begun = await begin();
    const { json } = await start(begun, [await card()]);
    const id = json['subscriptionId'];
    const otherBuyer = { ...begun, buyer: api.world.newBuyer() };
    expect((await bill(otherBuyer, id, [await card()])).json['code']).toBe('not-found');
    expect((await bill(begun, id, [await card()], { type: 'sale-invoice' })).json['code']).toBe('not-found');
  });
});
