import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  invoiceOffer,
  createOffer,
  offerById,
  acceptSubscriptionOffer,
} from '#src/domain/sales/custom-offers/index.server.ts';
import { invoiceById } from '#src/domain/subscriptions/invoices/index.server.ts';
import { createSubscription, subscriptionById } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { magicLinkCookie } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type AcquirerApi, openAcquirerApi, wiseUpOnline } from '#tests/support/worlds/acquirer-world.server.ts';
import type { ApiBuyer } from '#tests/support/worlds/api-world.server.ts';

let api: AcquirerApi;
beforeAll(async () => {
  api = await openAcquirerApi();
});
afterEach(async () => {
  await api.database.db.deleteFrom('card_attempts').execute();
});
afterAll(() => api.close());

const good = '4111111111111111';
const terms = { planId: 'wup-annual-t', amount: 90_000n, seller: 'ana', expiresOn: '2999-12-31' } as const;

async function subscription(buyer: ApiBuyer): Promise<string> {
  return createSubscription(api.world.ctx, {
    ...{ leadId: await api.leadOf(buyer), brand: 'wise-up', variant: 'online', business: 'wiseup-online' },
    ...{ productCode: wiseUpOnline.productCode, planId: 'wup-annual-t', market: 'BR', locale: 'pt-BR' },
    price: { amount: 114_000n, currency: 'BRL' },
    state: 'active',
    ...{ periodStart: '2998-01-01', periodEnd: '2998-12-31' },
  });
}

async function offered(subject: { subscriptionId: string } | { leadId: string }, change: object = {}) {
  const made = await createOffer(api.world.ctx, { subject, ...terms, ...change });
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

async function check(buyer: ApiBuyer, id: string, customOfferId: string) {
  const fields = await api.cardFields(good, { keep: 'yes' });
  const path = `/api/v2/subscription/${id}/custom-sale/verify-card`;
  return buyer.call('POST', path, { method: 'credit-card', fields, customOfferId }, { 'idempotency-key': newSecret() });
}

describe('a seller’s offer for a subscription', () => {
  test('is accepted with a verified card, which pays the next billing periods at the offer’s price, nothing now', async () => {
    const buyer = api.world.newBuyer();
    const id = await subscription(buyer);
    const offer = await offered({ subscriptionId: id });
    const before = api.sandboxWorld.world.book().charges.length;
    const taken = await check(buyer, id, offer.id);
    expect(taken).toMatchObject({ status: 200, json: { valid: true, becameMeans: true, customOffer: 'taken' } });
    expect(api.sandboxWorld.world.book().charges.length).toBe(before);
    const [profileId] = taken.json['paymentProfileIds'] as readonly string[];
    expect(await subscriptionById(api.world.ctx, id)).toMatchObject({
      instrument: { kind: 'profile', profileId },
      price: { amount: 114_000n },
      next: { planId: 'wup-annual-t', price: { amount: 90_000n } },
    });
    // A repeated acceptance changes nothing.
    expect(await acceptSubscriptionOffer(api.world.ctx, offer.id, profileId ?? '')).toMatchObject({ ok: true });
  });

  test('is for that subscription only, and until its day', async () => {
    const buyer = api.world.newBuyer();
    const [one, other] = [await subscription(buyer), await subscription(api.world.newBuyer())];
    const offer = await offered({ subscriptionId: other });
    expect(await check(buyer, one, offer.id)).toMatchObject({ status: 404, json: { code: 'offer-not-found' } });
    const late = await offered({ subscriptionId: one });
    await api.database.db
      .updateTable('custom_offers')
      .set({ expires_on: '2020-01-01' })
      .where('id', '=', late.id)
      .execute();
    expect((await check(buyer, one, late.id)).json).toMatchObject({
      valid: true,
      becameMeans: false,
      customOffer: 'over',
    });
    expect(await subscriptionById(api.world.ctx, one)).toMatchObject({ instrument: { kind: 'invoice' }, next: null });
  });

  test('names a plan that its product is sold by', async () => {
    const id = await subscription(api.world.newBuyer());
    const offer = { subject: { subscriptionId: id }, ...terms };
    expect(await createOffer(api.world.ctx, { ...offer, planId: 'gold' })).toEqual({
      ok: false,
      error: 'plan-not-offered',
    });
    expect(await createOffer(api.world.ctx, { ...offer, expiresOn: '2020-01-01' })).toEqual({
      ok: false,
      error: 'over',
    });
    const unknownLead = { ...offer, subject: { leadId: 'led_nobody' } };
    expect(await createOffer(api.world.ctx, unknownLead)).toEqual({ ok: false, error: 'not-found' });
  });
});

describe('a seller’s offer for a first purchase', () => {
  test('is one invoice of that sale, however often it is accepted', async () => {
    const buyer = api.world.newBuyer();
    const offer = await offered({ leadId: await api.leadOf(buyer) });
    const bills = await Promise.all([1, 2, 3].map(() => invoiceOffer(api.world.ctx, offer.id)));
    const ids = new Set(bills.map((bill) => bill.ok && bill.value.invoiceId));
    expect(ids.size).toBe(1);
    const kept = (await offerById(api.database.db, offer.id))?.invoiceId ?? '';
    expect(await invoiceById(api.world.ctx, kept)).toMatchObject({
      kind: 'sale-invoice',
      state: 'open',
      view: { order: { total: 90_000n } },
    });
  });

  test('is paid by the holder of its link, as the kind of invoice that it is', async () => {
    const buyer = api.world.newBuyer();
    const offer = await offered({ leadId: await api.leadOf(buyer) });
    const billed = await invoiceOffer(api.world.ctx, offer.id);
    if (!billed.ok) throw new Error(billed.error);
    const { invoiceId, token } = billed.value;
    const pay = async (type: string, cookie?: string) =>
      api.world.newBuyer().call(
        'POST',
        '/api/v2/payment',
        {
          ...{ type, invoiceId, amount: 90_000, business: 'wiseup-online', productCode: wiseUpOnline.productCode },
          paymentMethods: [{ method: 'credit-card', fields: await api.cardFields(good) }],
        },
        { 'idempotency-key': newSecret(), ...(cookie === undefined ? {} : { cookie }) },
      );
    const pass = magicLinkCookie(invoiceId, token, false).split(';')[0] ?? '';
    expect((await pay('sale-invoice')).json['code']).toBe('not-found');
    expect((await pay('invoice', pass)).json['code']).toBe('not-found');
    expect(await pay('sale-invoice', pass)).toMatchObject({ status: 201, json: { state: 'captured' } });
    expect(await invoiceById(api.world.ctx, invoiceId)).toMatchObject({ state: 'paid' });
  });
});
