import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invoiceOffer, createOffer } from '#src/domain/sales/custom-offers/index.server.ts';
import { invoiceById } from '#src/domain/subscriptions/invoices/index.server.ts';
import { missingStep } from '#src/domain/checkout/required-steps/index.server.ts';
import { magicLinkCookie } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import { type ApiBuyer, type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
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

interface About {
  readonly productCode: string;
  readonly business: string;
}
const exam: About = { productCode: 'aprova-total', business: 'aprovatotal' };

/** Creates a lead; returns its browser and its payment call. */
async function lead({ productCode, business }: About, phone = '(11) 96123-4567') {
  const buyer = world.newBuyer();
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone };
  const { json } = await buyer.call('POST', '/api/v1/lead', { ...contact, productCode });
  const id = String(json['id']);
  const pay = (version: 'v1' | 'v2', amount: number) => {
    const fields = { document: '390.533.447-05' };
    const body = { sfLeadId: id, amount, productCode, business, paymentMethods: [{ method: 'pix', fields }] };
    const key = { 'idempotency-key': randomBytes(16).toString('hex') };
    return buyer.call('POST', `/api/${version}/payment`, body, key);
  };
  return { buyer, id, pay, path: `/api/v1/lead/${id}`, about: { productCode, business } };
}

async function orders(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>('select count(*)::int from orders');
  return rows[0]?.count ?? 0;
}

async function priceOf(buyer: ApiBuyer, { productCode, business }: About): Promise<number> {
  const { json } = await buyer.call('GET', `/api/v2/product/${productCode}?business=${business}`);
  const [plan] = json['plans'] as { amount: number }[];
  return plan?.amount ?? 0;
}

describe('a payment by the API', () => {
  test.each(['v1', 'v2'] as const)('is refused with the missing step: %s', async (version) => {
    const { buyer, pay } = await lead(exam);
    const before = await orders();
    const { status, json } = await pay(version, await priceOf(buyer, exam));
    expect([status, json]).toEqual([
      409,
      expect.objectContaining({ code: 'step-missing', step: expect.any(String), template: 'select-test-location' }),
    ]);
    expect(await orders()).toBe(before);
  });

  test('uses the test location of the lead, and holds the seat', async () => {
    const { buyer, pay, path } = await lead(exam);
    const list = await buyer.call('GET', '/api/v1/product/aprova-total/test-locations');
    const [place] = list.json['testLocations'] as { id: string; left: number }[];
    expect(place?.left).toBeGreaterThan(0);
    expect((await buyer.call('PATCH', path, { testLocationId: 'nowhere' })).json).toMatchObject({
      code: 'fields-invalid',
      errors: [{ path: 'testLocationId', code: 'place-unknown' }],
    });
    expect((await buyer.call('PATCH', path, { testLocationId: place?.id })).status).toBe(200);
    expect((await pay('v2', await priceOf(buyer, exam))).status).toBeLessThan(300);
    const again = await buyer.call('GET', '/api/v1/product/aprova-total/test-locations');
    expect(again.json['testLocations']).toContainEqual({ ...place, left: (place?.left ?? 0) - 1 });
  });

  test('of a lead whose location is full is refused with that code, before any gateway call', async () => {
    const { buyer, pay, path } = await lead(exam);
    const list = await buyer.call('GET', '/api/v1/product/aprova-total/test-locations');
    const places = list.json['testLocations'] as { id: string; left: number }[];
    const last = places.at(-1);
    await buyer.call('PATCH', path, { testLocationId: last?.id });
    const pool = `test-place/aprova-total/${last?.id}`;
    const full = BigInt(last?.left ?? 0);
    await database.db.insertInto('seat_pools').values({ pool, capacity: full, taken: full }).execute();
    const asked = world.gateway.starts;
    const { status, json } = await pay('v2', await priceOf(buyer, exam));
    expect([status, json['code'], world.gateway.starts]).toEqual([409, 'place-full', asked]);
    await database.db.deleteFrom('seat_pools').where('pool', '=', pool).execute();
  });

  test('requires the phone code, then the school, and takes both by calls', async () => {
    const about = { productCode: 'executive', business: 'wiseup' };
    const { buyer, pay, path } = await lead(about);
    const amount = await priceOf(buyer, about);
    expect((await pay('v2', amount)).json).toMatchObject({ code: 'step-missing', template: 'phone-verification' });
    await buyer.call('POST', `${path}/phones/send-sms`, about);
    await buyer.call('POST', `${path}/phones/validate`, { ...about, code: world.phones.code() });
    expect((await pay('v2', amount)).json).toMatchObject({ code: 'step-missing', template: 'select-school' });
    const where = 'brand=wise-up.executive&country=BR&region=RJ&city=niteroi';
    const found = await buyer.call('GET', `/api/v1/franchises/units?${where}`);
    const [unit] = found.json['units'] as { id: string }[];
    expect((await buyer.call('PATCH', path, { unitId: unit?.id })).status).toBe(200);
    // This brand takes no Pix: the step is no longer missing, and the method is refused.
    expect((await pay('v2', amount)).json['code']).toBe('method-not-offered');
  });

  test('requires the student where the payer is another person', async () => {
    const about = { productCode: 'teens', business: 'wiseup' };
    const { buyer, pay, path } = await lead(about);
    const amount = await priceOf(buyer, about);
    expect((await pay('v2', amount)).json).toMatchObject({ code: 'step-missing', template: 'lead' });
    await buyer.call('PATCH', path, { birthDate: '1990-05-03', relationAccount: 'other' });
    expect((await pay('v2', amount)).json).toMatchObject({ code: 'step-missing', template: 'select-school' });
  });
});

describe('a payment that names the test location itself', () => {
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
  const pix = [{ method: 'pix', fields: { document: '390.533.447-05' } }];
  const key = () => ({ 'idempotency-key': randomBytes(16).toString('hex') });
  const freePlace = async (buyer: ApiBuyer): Promise<string> => {
    const list = await buyer.call('GET', '/api/v1/product/aprova-total/test-locations');
    return (list.json['testLocations'] as { id: string }[])[0]?.id ?? '';
  };
  const seatOf = (order: unknown) =>
    database.db
      .selectFrom('order_locations')
      .select(['kind', 'location_id'])
      .where('order_id', '=', String(order))
      .executeTakeFirst();

  test('buys by one call, and a repeated call has the first answer', async () => {
    const buyer = world.newBuyer();
    const testLocationId = await freePlace(buyer);
    const body = { ...contact, ...exam, amount: await priceOf(buyer, exam), paymentMethods: pix, testLocationId };
    const same = key();
    const paid = await buyer.call('POST', '/api/v2/payment', body, same);
    expect(paid.status).toBeLessThan(300);
    expect(await seatOf(paid.json['orderId'])).toEqual({ kind: 'test-place', location_id: testLocationId });
    expect((await buyer.call('POST', '/api/v2/payment', body, same)).json).toEqual(paid.json);
    const unknown = await world
      .newBuyer()
      .call('POST', '/api/v2/payment', { ...body, testLocationId: 'nowhere' }, key());
    expect(unknown.json).toMatchObject({ errors: [{ path: 'testLocationId', code: 'place-unknown' }] });
  });

  test('pays the invoice of a seller’s offer, which is refused without a location', async () => {
    const { buyer, id } = await lead(exam);
    const [plan] = world.ctx.catalog.product('aprova-total', null, 'aprova-total')?.plans ?? [];
    const terms = { planId: plan?.id ?? '', amount: 50_000n, seller: 'performance', expiresOn: '2999-12-31' } as const;
    const offer = await createOffer(world.ctx, { subject: { leadId: id }, ...terms });
    const bill = offer.ok ? await invoiceOffer(world.ctx, offer.value.id) : null;
    if (!bill?.ok) throw new Error('no bill');
    const { invoiceId, token } = bill.value;
    const body = { ...exam, type: 'sale-invoice', invoiceId, amount: 50_000, paymentMethods: pix };
    const cookie = magicLinkCookie(invoiceId, token, false).split(';')[0] ?? '';
    const pay = (more: object) =>
      world.newBuyer().call('POST', '/api/v2/payment', { ...body, ...more }, { ...key(), cookie });
    expect((await pay({})).json).toMatchObject({ code: 'step-missing', template: 'select-test-location' });
    const testLocationId = await freePlace(buyer);
    const paid = await pay({ testLocationId });
    expect(paid.status).toBeLessThan(300);
    expect(await seatOf(paid.json['orderId'])).toMatchObject({ location_id: testLocationId });
  });

  test('requires no second time the phone and the school that its buyer gave before the offer', async () => {
    const about = { productCode: 'executive', business: 'wiseup' };
    const { buyer, id, path } = await lead(about, '(11) 96123-9999');
    await buyer.call('POST', `${path}/phones/send-sms`, about);
    await buyer.call('POST', `${path}/phones/validate`, { ...about, code: world.phones.code() });
    const where = 'brand=wise-up.executive&country=BR&region=RJ&city=niteroi';
    const [unit] = (await buyer.call('GET', `/api/v1/franchises/units?${where}`)).json['units'] as { id: string }[];
    await buyer.call('PATCH', path, { unitId: unit?.id });
    const { plans = [] } = world.ctx.catalog.product('wise-up', 'executive', 'executive') ?? {};
    const terms = {
      planId: plans[0]?.id ?? '',
      amount: 50_000n,
      seller: 'performance',
      expiresOn: '2999-12-31',
    } as const;
    const offer = await createOffer(world.ctx, { subject: { leadId: id }, ...terms });
    const bill = offer.ok ? await invoiceOffer(world.ctx, offer.value.id) : null;
    const session = bill?.ok ? (await invoiceById(world.ctx, bill.value.invoiceId))?.session : null;
    if (!session) throw new Error('no bill');
    expect(await missingStep(world.ctx, database.db, session)).toBeNull();
  });
});

describe('the address of a lead', () => {
  test('is checked by the rules of the address form, each field by itself', async () => {
    const { buyer, path } = await lead({ productCode: 'wise-up-online', business: 'wiseup-online' });
    const address = { postalCode: 'xx', addressLine1: 'Rua #1', city: '', state: 'ZZ', country: 'Bra$il' };
    const { status, json } = await buyer.call('PATCH', path, { address });
    expect([status, json['code']]).toEqual([422, 'fields-invalid']);
    expect(json['errors']).toEqual([
      { path: 'address.postalCode', code: 'validation.zip-code', message: 'validation.zip-code' },
      { path: 'address.addressLine1', code: 'validation.address', message: 'validation.address' },
      { path: 'address.city', code: 'validation.required', message: 'validation.required' },
      { path: 'address.state', code: 'validation.state', message: 'validation.state' },
      { path: 'address.country', code: 'validation.country', message: 'validation.country' },
    ]);
  });

  test('is stored as the form would write it', async () => {
    const { buyer, path, id } = await lead({ productCode: 'wise-up-online', business: 'wiseup-online' });
    const address = { postalCode: '01310100', addressLine1: 'Av. Brasil, 10', state: 'SP', country: 'Brasil' };
    expect((await buyer.call('PATCH', path, { address })).status).toBe(200);
    const row = await database.db.selectFrom('leads').select('address').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.address).toEqual({
      postalCode: '01310-100',
      addressLine1: 'Av Brasil 10',
      state: 'SP',
      country: 'Brasil',
    });
  });
});
