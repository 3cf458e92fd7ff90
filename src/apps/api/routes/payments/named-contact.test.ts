import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
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

const ana = { name: 'Ana Primeira', email: 'ana@exemplo.com.br', phone: '(11) 96123-4567' };
const bruno = { name: 'Bruno Segundo', email: 'bruno@exemplo.com.br', phone: '(21) 97123-4567' };
const product = { productCode: 'wise-up-online', seller: 'ana', source: 'campanha' };
const payment = {
  ...{ amount: 114_000, business: 'wiseup-online', productCode: product.productCode, document: '390.533.447-05' },
  paymentMethods: [{ method: 'pix' }],
};

/** A browser with Ana's lead. */
async function anasBrowser() {
  const buyer = world.newBuyer();
  const lead = await buyer.call('POST', '/api/v1/lead', { ...ana, ...product });
  return { buyer, sfLeadId: String(lead.json['id']) };
}
const pay = (buyer: ApiBuyer, change: object, key = newSecret()) =>
  buyer.call('POST', '/api/v2/payment', { ...payment, ...change }, { 'idempotency-key': key });

/** The contact of an order's lead, and of the payer of its attempts. */
async function personsOf(orderId: unknown) {
  const lead = await database.db
    .selectFrom('orders')
    .innerJoin('leads', 'leads.id', 'orders.lead_id')
    .select(['leads.name', 'leads.email', 'leads.phone'])
    .where('orders.id', '=', String(orderId))
    .executeTakeFirstOrThrow();
  const attempts = database.db.selectFrom('attempts').select('payer').where('order_id', '=', String(orderId));
  return { lead, payers: (await attempts.execute()).map(({ payer }) => payer['email']) };
}
const isBruno = {
  lead: { name: bruno.name, email: bruno.email, phone: '+5521971234567' },
  payers: [bruno.email],
};

describe('a payment that names another person than the browser’s lead', () => {
  test.each([
    ['without the lead’s id', false],
    ['with the lead’s id', true],
  ])('is the named person’s: %s', async (_how, namesLead) => {
    world.gateway.behavior = 'capture';
    const { buyer, sfLeadId } = await anasBrowser();
    const answer = await pay(buyer, { ...bruno, ...(namesLead ? { sfLeadId } : {}) });
    expect(answer.status).toBe(201);
    expect(await personsOf(answer.json['orderId'])).toEqual(isBruno);
  });

  test('is the named person’s after the first one’s was declined', async () => {
    world.gateway.behavior = 'decline';
    const { buyer } = await anasBrowser();
    expect((await pay(buyer, ana)).status).toBe(402);
    world.gateway.behavior = 'capture';
    const answer = await pay(buyer, bruno);
    expect(answer.status).toBe(201);
    expect((await personsOf(answer.json['orderId'])).lead).toEqual(isBruno.lead);
  });

  test.each(['await', 'capture', 'silent-before'] as const)(
    'is refused while the first one’s payment may be captured: %s',
    async (mood) => {
      world.gateway.behavior = mood;
      const { buyer } = await anasBrowser();
      await pay(buyer, {});
      const starts = world.gateway.starts;
      world.gateway.behavior = 'capture';
      for (const change of [bruno, { email: bruno.email }, { name: bruno.name }])
        expect(await pay(buyer, change)).toMatchObject({ status: 409, json: { code: 'lead-differs' } });
      expect(world.gateway.starts).toBe(starts);
      const { email } = await database.db
        .selectFrom('leads')
        .select('email')
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
      expect(email).toBe(ana.email);
    },
  );

  test('is refused under a key that was used for the first one', async () => {
    world.gateway.behavior = 'decline';
    const { buyer } = await anasBrowser();
    const key = newSecret();
    await pay(buyer, ana, key);
    expect(await pay(buyer, bruno, key)).toMatchObject({ status: 422, json: { code: 'key-reused' } });
  });

  test('is refused with the errors of its fields, and changes nothing', async () => {
    const { buyer } = await anasBrowser();
    const answer = await pay(buyer, { ...bruno, email: 'no address' });
    expect(answer).toMatchObject({ status: 422, json: { code: 'fields-invalid', errors: [{ path: 'email' }] } });
  });

  test('of two at once for two people gives each order to its own person', async () => {
    world.gateway.behavior = 'capture';
    const { buyer } = await anasBrowser();
    const people = [ana, bruno, ana, bruno];
    const answers = await Promise.all(people.map((person) => pay(buyer, person)));
    for (const [index, { status, json }] of answers.entries()) {
      const order = status === 201 ? await personsOf(json['orderId']) : null;
      expect(order?.lead.email ?? people[index]?.email).toBe(people[index]?.email);
    }
    expect(answers.some(({ status }) => status === 201)).toBe(true);
  });
});

test('a payment that names the lead’s own contact as its buyer wrote it is paid', async () => {
  world.gateway.behavior = 'capture';
  const { buyer } = await anasBrowser();
  const answer = await pay(buyer, { name: ' Ana  Primeira', email: 'ANA@exemplo.com.br', phone: '11961234567' });
  expect(answer.status).toBe(201);
});

describe('a payment without a cookie', () => {
  test('that is repeated with its key is one order, with the same answer', async () => {
    world.gateway.behavior = 'await';
    const starts = world.gateway.starts;
    const key = newSecret();
    const [first, again] = [world.newBuyer(), world.newBuyer()];
    const answer = await pay(first, ana, key);
    expect(answer.status).toBe(202);
    expect(await pay(again, ana, key)).toEqual(answer);
    expect(world.gateway.starts).toBe(starts + 1);
    // The lost answer carried the cookie; the repeated answer carries it again.
    expect(again.cookie).toBe(first.cookie);
    expect((await again.call('GET', `/api/v1/order/${String(answer.json['orderId'])}/status`)).status).toBe(200);
  });

  test('that is sent five times at once is one order', async () => {
    world.gateway.behavior = 'capture';
    const starts = world.gateway.starts;
    const key = newSecret();
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(world.newBuyer(), ana, key)));
    expect(world.gateway.starts).toBe(starts + 1);
    expect(new Set(answers.flatMap(({ json }) => json['orderId'] ?? [])).size).toBe(1);
    expect(await pay(world.newBuyer(), ana, key)).toMatchObject({ status: 201 });
  });

  test('under another key, for another person or for another product is another order', async () => {
    world.gateway.behavior = 'capture';
    const key = newSecret();
    const orders = [
      await pay(world.newBuyer(), ana, key),
      await pay(world.newBuyer(), ana),
      await pay(world.newBuyer(), bruno, key),
    ].map(({ json }) => json['orderId']);
    expect(new Set(orders).size).toBe(3);
    expect(orders).not.toContain(undefined);
  });

  test('gives no session to a caller with the key and the person but another request', async () => {
    world.gateway.behavior = 'await';
    const key = newSecret();
    const answer = await pay(world.newBuyer(), ana, key);
    const otherBuyer = world.newBuyer();
    const guesses = [{ amount: 1 }, { document: '529.982.247-25' }, { paymentMethods: [{ method: 'bankslip' }] }];
    for (const change of guesses) {
      const answered = await pay(otherBuyer, { ...ana, ...change }, key);
      expect(answered).toMatchObject({ status: 422, json: { code: 'key-reused' } });
      expect(JSON.stringify(answered.json)).not.toContain(String(answer.json['orderId']));
    }
    expect(otherBuyer.cookie).toBe('');
  });

  test('that is repeated a day later has the same answer, and no session', async () => {
    world.gateway.behavior = 'capture';
    const key = newSecret();
    const answer = await pay(world.newBuyer(), ana, key);
    world.clock.advance(86_400_000);
    const late = world.newBuyer();
    expect(await pay(late, ana, key)).toEqual(answer);
    expect(late.cookie).toBe('');
  });
});
