import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiBuyer, type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';

let database: TestDatabase;
let world: ApiWorld;
let paths: Readonly<Record<string, Readonly<Record<string, Call>>>>;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createApiWorld(database);
  const { json } = await world.newBuyer().call('GET', '/api/openapi.json');
  paths = json['paths'] as typeof paths;
});
afterAll(async () => {
  await world.close();
  await database.close();
});

/** The parts of an OpenAPI operation that the test reads. */
interface Call {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly properties: object } }>>;
  };
}

const payment =
  'name email amount business captchaToken document operation type voucher paymentMethods phone sfLeadId plan planType productCode seller source planId';

/** The specification's calls (section 7): method, path, names in the query, names in the body. */
const calls = [
  [
    'get',
    '/api/v1/product/{code}',
    'planType productId operation voucher email plan referer business route leadId product-slug',
    '',
  ],
  [
    'get',
    '/api/v2/product/{code}',
    'business planTypes plans leadId operation voucher accountId priceMode seller source email planId enrollmentSubscriptionId',
    '',
  ],
  ['get', '/api/v1/product/{code}/config', 'planId', ''],
  ['get', '/api/v1/product/{code}/tickets', 'business plan', ''],
  ['get', '/api/v1/plan/{planId}/product', '', ''],
  ['get', '/api/v1/seller/{source}', 'seller operation product', ''],
  ['get', '/api/v1/franchises/cities', 'brand country region', ''],
  ['get', '/api/v1/franchises/regions', 'brand country', ''],
  ['get', '/api/v1/franchises/units', 'brand country region city', ''],
  ['post', '/api/v1/lead', '', 'name email phone'],
  ['patch', '/api/v1/lead/{leadId}', '', 'birthDate document relationAccount business address'],
  ['post', '/api/v1/lead/{leadId}/phones/send-sms', '', 'productCode business'],
  ['post', '/api/v1/lead/{leadId}/phones/validate', '', 'code business productCode'],
  ['post', '/api/v2/payment', '', payment],
  ['post', '/api/v1/payment', '', payment],
  [
    'post',
    '/api/v1/subscription/{id}/renew',
    '',
    'subscriptionId business captchaToken document numberInstallments paymentMethod planId productCode seller source sessionId metadata',
  ],
  [
    'post',
    '/api/v2/subscription/{id}/renew',
    '',
    'subscriptionId business captchaToken document amount type paymentMethods planId productCode seller source sessionId metadata',
  ],
] as const;

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

describe('the specification’s calls take what it says', () => {
  test.each(calls)('%s %s', (method, path, query, body) => {
    const call = paths[path]?.[method];
    expect(call).toBeDefined();
    const asked = call?.parameters?.filter((one) => one.in === 'query').map(({ name }) => name) ?? [];
    expect(asked).toEqual(expect.arrayContaining(words(query)));
    const schema = call?.requestBody?.content['application/json']?.schema;
    expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(words(body)));
  });
});

async function newLead(buyer: ApiBuyer): Promise<string> {
  const { json } = await buyer.call('POST', '/api/v1/lead', {
    ...{ name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' },
    productCode: 'wise-up-online',
  });
  return String(json['id']);
}

describe('a lead’s update', () => {
  test('takes birth date, document, relation, business and address, and keeps them', async () => {
    const buyer = world.newBuyer();
    const leadId = await newLead(buyer);
    const address = {
      ...{ postalCode: '01310-100', addressLine1: 'Avenida Paulista', addressLine2: '1374', addressLine3: 'Bloco B' },
      ...{ neighbourhood: 'Bela Vista', city: 'São Paulo', state: 'SP', country: 'BR' },
    };
    const { status, json } = await buyer.call('PATCH', `/api/v1/lead/${leadId}`, {
      birthDate: '1990-02-28',
      document: { type: 'cpf', number: '390.533.447-05' },
      relationAccount: 'mother',
      business: 'wiseup-online',
      address,
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ id: leadId, birthDate: '1990-02-28', relationAccount: 'mother' });
    const saved = await database.db.selectFrom('leads').selectAll().where('id', '=', leadId).executeTakeFirstOrThrow();
    expect(saved).toMatchObject({ birth_date: '1990-02-28', relation_account: 'mother', address });
    expect(JSON.stringify(saved)).toContain('39053344705');
  });

  test('takes a company’s number too, and a field of that name nowhere else', async () => {
    const buyer = world.newBuyer();
    const path = `/api/v1/lead/${await newLead(buyer)}`;
    const company = { type: 'cnpj', number: '11.222.333/0001-81' };
    expect((await buyer.call('PATCH', path, { document: company })).status).toBe(200);
    const elsewhere = await buyer.call('PATCH', path, { address: { number: '4111111111111111' } });
    expect(elsewhere.json['code']).toBe('card-number-refused');
  });

  test.each([
    ['a day that is none', { birthDate: '1990-02-31' }, 'birthDate'],
    ['a card in place of a document', { document: { type: 'cnpj', number: '4111111111111111' } }, 'document'],
    ['a wrong document', { document: { type: 'cpf', number: '390.533.447-06' } }, 'document'],
  ])('refuses %s and changes nothing', async (_what, body, field) => {
    const buyer = world.newBuyer();
    const leadId = await newLead(buyer);
    const path = `/api/v1/lead/${leadId}`;
    const { status, json } = await buyer.call('PATCH', path, { relationAccount: 'mother', ...body });
    expect([status, json['code']]).toEqual([422, 'fields-invalid']);
    expect(json['errors']).toMatchObject([{ path: field }]);
    expect((await buyer.call('PATCH', path, {})).json).toMatchObject({ birthDate: null, relationAccount: null });
  });
});

test('a plan of the type recurrency is answered by those who sell one, and by no other', async () => {
  const ask = (code: string) => world.newBuyer().call('GET', `/api/v1/product/${code}?planType=recurrency`);
  const plan = { amount: 12_900, planType: 'recurrency' };
  expect(await ask('wiser')).toMatchObject({ status: 200, json: { plans: [plan] } });
  expect(await ask('wise-up-online')).toMatchObject({ status: 404 });
});

test('a product has no installments in Mozambique', async () => {
  const { status, json } = await world.newBuyer().call('GET', '/api/v2/product/meusucesso?operation=MZ');
  expect(status).toBe(200);
  expect(json['plans']).toMatchObject([
    { amount: 1_872_000, currency: 'MZN', installments: [], paymentMethods: ['m-pesa', 'credit-card'] },
    { amount: 1_872_000, currency: 'MZN', installments: [], paymentMethods: ['credit-card'] },
  ]);
});
