import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';

let database: TestDatabase;
let world: ApiWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createApiWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

async function read(path: string): Promise<Record<string, unknown>> {
  return (await world.newBuyer().call('GET', `/api/v1${path}`)).json;
}

describe('the config of a product', () => {
  test('has the flows with the props of each step, the theme, the title, the tag and the address form', async () => {
    const { checkoutFlow, ...rest } = await read('/product/meusucesso/config');
    expect(rest).toEqual({
      designSystemId: 'meusucesso$dark',
      title: 'meuSucesso',
      gtm: null,
      hasAddressForm: false,
    });
    expect(checkoutFlow).toMatchObject({
      flows: expect.arrayContaining([
        {
          id: 'black-friday',
          stepsNumber: 4,
          steps: [
            {
              ...{ id: 'lead', template: 'lead', next: 'presentation', currentStep: 1 },
              props: { voucher: 'black-friday' },
            },
            expect.objectContaining({
              props: {
                media: { favicon: 'meusucesso/images/favicon.black-friday.svg' },
                presentation: expect.objectContaining({ variant: 'black-friday' }),
              },
            }),
            { id: 'payment', template: 'payment', next: 'success', currentStep: 3, props: {} },
            { id: 'success', template: 'success', next: null, currentStep: 4, props: {} },
          ],
        },
      ]),
    });
  });

  test('has the business of an offer’s plan', async () => {
    const { checkoutFlow } = await read('/product/wise-up-online/config');
    const { flows } = checkoutFlow as { readonly flows: readonly { readonly id: string; readonly steps: unknown[] }[] };
    expect(flows.find(({ id }) => id === 'upsell')?.steps).toContainEqual(
      expect.objectContaining({ props: expect.objectContaining({ plan: { business: 'wiseup-live' } }) }),
    );
  });

  test.each([
    ['vende-c', '', { gtm: 'GTM-VENDEC1', hasAddressForm: false }],
    ['meusucesso', '?operation=MZ', { gtm: null, hasAddressForm: true }],
    ['wise-up-online', '', { designSystemId: 'wise-up$dark', title: 'Wise Up Online' }],
    ['meusucesso', '?operation=MZ&planId=ms-mz-card-t', { title: 'meuSucesso', designSystemId: 'meusucesso.mz$dark' }],
    ['meusucesso', '?planId=wup-annual-t', { code: 'plan-not-found' }],
  ])('of %s%s says %j', async (code, query, expected) => {
    expect(await read(`/product/${code}/config${query}`)).toMatchObject(expected);
  });
});

test('a plan is traded for the code of its product', async () => {
  expect(await read('/plan/wup-annual-t/product')).toEqual({ code: 'wise-up-online' });
});

test.each([
  [
    'campanha?seller=ana&operation=BR&product=wiseup-online',
    { name: 'Ana Prado', isLiveEnabled: true, account: 'WU-0142' },
  ],
  ['direto?seller=ana&operation=BR&product=meusucesso', { name: 'Ana Prado', isLiveEnabled: true, account: 'MS-0093' }],
  ['campanha?seller=joao&product=wiseup-online', { name: 'João Meireles', isLiveEnabled: false, account: 'WU-0217' }],
  ['campanha?seller=campanha&product=wiseup-online', { name: null, isLiveEnabled: false, account: null }],
  ['direto?seller=performance', { name: 'Performance', isLiveEnabled: true, account: null }],
])('a seller has name, live and account: %s', async (path, expected) => {
  expect(await read(`/seller/${path}`)).toEqual(expected);
});

describe.each(['v1', 'v2'])('a payment by the call of %s', (version) => {
  const body = {
    ...{ name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567', document: '390.533.447-05' },
    ...{ amount: 114_000, business: 'wiseup-online', productCode: 'wise-up-online' },
  };
  const pay = (paymentMethods: unknown) =>
    world
      .newBuyer()
      .call('POST', `/api/${version}/payment`, { ...body, paymentMethods }, { 'idempotency-key': newSecret() });

  test('answers the purchase token, the next route, and no redirect where none is needed', async () => {
    world.gateway.behavior = 'await';
    const { status, json } = await pay([{ method: 'pix' }]);
    expect([status, json['state']]).toEqual([202, 'awaiting-buyer']);
    expect(json).toMatchObject({ token: json['orderId'], redirect: null, route: '/pix', paymentProfileIds: [] });
    expect(json['token']).toMatch(/^ord_/);
  });

  test('redirects to the verification where the bank asks the buyer', async () => {
    world.gateway.behavior = 'challenge';
    const { status, json } = await pay([{ method: 'pix' }]);
    expect(status).toBe(202);
    expect(json).toMatchObject({
      token: json['orderId'],
      redirect: '/payment-verification',
      route: '/payment-verification',
    });
  });
});

describe('each field of a payment request has its effect', () => {
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
  const usual = {
    ...{ ...contact, document: '390.533.447-05', amount: 114_000, business: 'wiseup-online' },
    ...{ productCode: 'wise-up-online', paymentMethods: [{ method: 'pix' }] },
  };
  async function paid(change: object, without: readonly string[] = []) {
    world.gateway.behavior = 'await';
    const body = Object.fromEntries(
      Object.entries({ ...usual, ...change }).filter(([name]) => !without.includes(name)),
    );
    return world.newBuyer().call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
  }
  const soldBy = async (order: unknown) =>
    database.db
      .selectFrom('orders')
      .innerJoin('checkout_sessions', 'checkout_sessions.id', 'orders.session_id')
      .innerJoin('leads', 'leads.id', 'orders.lead_id')
      .select(['orders.total', 'orders.plan_id', 'checkout_sessions.seller', 'checkout_sessions.source'])
      .select(['leads.name', 'leads.email', 'leads.phone'])
      .where('orders.id', '=', String(order))
      .executeTakeFirst();

  test('name, e-mail and phone are the buyer’s, seller and source whom the sale is of', async () => {
    const { json } = await paid({ seller: 'ana', source: 'campanha' });
    expect(await soldBy(json['orderId'])).toMatchObject({
      ...{ name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '+5511961234567' },
      ...{ seller: 'ana', source: 'campanha' },
    });
  });

  test.each([
    ['voucher', { voucher: 'boas-vindas', amount: 102_600 }, 102_600n],
    ['planType', { planType: 'semester', amount: 71_400 }, 71_400n],
    ['planId', { planId: 'wup-semester-t', amount: 71_400 }, 71_400n],
    ['plan', { plan: 'wup-semester-t', amount: 71_400 }, 71_400n],
  ])('%s: %j', async (_field, change, total) => {
    const { json } = await paid(change);
    expect(await soldBy(json['orderId'])).toMatchObject({ total });
  });

  test.each([
    ['amount', { amount: 1 }, 'quote-changed'],
    ['business', { business: 'meusucesso' }, 'product-not-found'],
    ['productCode', { productCode: 'no-such-course' }, 'product-not-found'],
    // The phone is not a Peruvian number.
    ['operation', { operation: 'PE' }, 'fields-invalid'],
    ['seller', { seller: 'nobody' }, 'seller-not-found'],
    ['planId', { planId: 'no-such-plan' }, 'offer-not-found'],
    ['voucher', { voucher: 'nada' }, 'voucher-invalid'],
    ['type', { type: 'renew' }, 'not-found'],
    ['sfLeadId', { sfLeadId: `led_${'a'.repeat(22)}` }, 'lead-not-found'],
    ['paymentMethods', { paymentMethods: [{ method: 'm-pesa' }] }, 'method-not-offered'],
    ['document', { document: '390.533.447-06' }, 'fields-invalid'],
  ])('%s is looked at: %j', async (_field, change, code) => {
    expect((await paid(change)).json['code']).toBe(code);
  });

  test.each(['name', 'email', 'phone'])('%s is asked for where there is no lead', async (field) => {
    expect((await paid({}, [field])).json['code']).toBe('fields-invalid');
  });
});
