import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyAuditTrail } from '#src/domain/documents/audit-trail/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { signingKey } from '#src/kernel/crypto/signing-key.server.ts';
import {
  type ApiAnswer,
  type ApiBuyer,
  type ApiWorld,
  createApiWorld,
} from '#tests/support/worlds/api-world.server.ts';
import { fullAccess } from '#src/kernel/env/operator-scopes.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { schoolDocuments } from '#tests/support/fixtures/school-documents.ts';

const operatorToken = 'a word of the operator, long enough to stand'.replaceAll(' ', '-');
const key = signingKey(Buffer.alloc(32, 3).toString('base64url'));
let database: TestDatabase;
let world: ApiWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createApiWorld(
    database,
    { operators: [{ name: 'operator', token: operatorToken, scopes: fullAccess }] },
    { documents: schoolDocuments, signingKey: key },
  );
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
const link = { productCode: 'wise-up-online', seller: 'ana', source: 'campanha' };
const generate = '/api/v1/product/wise-up-online/contract/generate';
const read = '/api/v1/product/wise-up-online/contract';

async function leadOf(buyer: ApiBuyer, more: object = link): Promise<string> {
  const { status, json } = await buyer.call('POST', '/api/v1/lead', { ...contact, ...more });
  expect(status).toBeLessThan(300);
  return String(json['id']);
}

function card() {
  const part = (bytes: number): string => Buffer.alloc(bytes, newSecret()).toString('base64url');
  const token = [part(60), part(256), part(12), part(90), part(16)].join('.');
  return { method: 'credit-card', fields: { token, brand: 'visa', last4: '1111', expiry: '12/30' } };
}

function pay(buyer: ApiBuyer, sfLeadId: string, more: object = {}): Promise<ApiAnswer> {
  const body = {
    sfLeadId,
    amount: 114_000,
    business: 'wiseup-online',
    productCode: link.productCode,
    document: '390.533.447-05',
    paymentMethods: [card()],
    ...more,
  };
  return buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
}

describe('the contract of a purchase', () => {
  test('is filled once by a call, word for word, with buyer and frozen price', async () => {
    const buyer = world.newBuyer();
    const sfLeadId = await leadOf(buyer);
    const made = await buyer.call('POST', generate, { sfLeadId, business: 'wiseup-online' });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ locale: 'pt-BR', acceptance: null });
    const text = String(made.json['text']);
    expect(text).toContain('Maria da Silva, maria@exemplo.com.br');
    expect(text).toContain('Total: R$\u00a01.140,00');
    expect(createHash('sha256').update(text).digest('hex')).toBe(made.json['textHash']);
    expect((await buyer.call('POST', generate, { sfLeadId })).json).toEqual(made.json);
  });

  test('is accepted by the payment that names it; the order returns the same text later', async () => {
    const buyer = world.newBuyer();
    const sfLeadId = await leadOf(buyer);
    const { json } = await buyer.call('POST', generate, { sfLeadId });
    const label = 'Li e aceito o contrato.';
    const contract = { contractId: json['contractId'], label };
    const paid = await pay(buyer, sfLeadId, { quoteId: json['quoteId'], contract });
    expect(paid).toMatchObject({ status: 201, json: { state: 'captured' } });
    const orderId = String(paid.json['orderId']);
    const again = await buyer.call('GET', `${read}?orderId=${orderId}`);
    expect(again.json).toEqual({ ...json, acceptance: { at: expect.any(String), label } });
    expect((await buyer.call('GET', `${read}?contractId=${String(json['contractId'])}`)).json).toEqual(json);
    const otherBuyer = world.newBuyer();
    await leadOf(otherBuyer);
    for (const query of [`orderId=${orderId}`, `contractId=${String(json['contractId'])}`])
      expect((await otherBuyer.call('GET', `${read}?${query}`)).status).toBe(404);
    const byStaff = await buyer.call('GET', `/api/v1/orders/${orderId}/evidence`, undefined, {
      authorization: `Bearer ${operatorToken}`,
    });
    expect(byStaff.status).toBe(200);
    const { payload } = await world.app.inject({
      url: `/api/v1/orders/${orderId}/evidence`,
      headers: { authorization: `Bearer ${operatorToken}` },
    });
    expect(verifyAuditTrail(payload, [key.publicKey.x])).toEqual([]);
    expect(payload).toContain('"kind":"acceptance"');
    expect((await buyer.call('GET', `/api/v1/orders/${orderId}/evidence`)).status).toBe(404);
    const pdf = await buyer.call('GET', `/api/v1/orders/${orderId}/evidence?format=pdf`, undefined, {
      authorization: `Bearer ${operatorToken}`,
    });
    expect([pdf.status, pdf.type]).toEqual([200, 'application/pdf']);
  });

  test('of another price or another buyer is not accepted, and nothing is charged', async () => {
    const [one, other] = [world.newBuyer(), world.newBuyer()];
    const [mine, theirs] = [await leadOf(one), await leadOf(other)];
    const { json } = await other.call('POST', generate, { sfLeadId: theirs });
    const contract = { contractId: json['contractId'], label: 'x' };
    const refused = await pay(one, mine, { contract });
    expect([refused.status, refused.json['code']]).toEqual([404, 'contract-not-found']);
    const orders = await database.db.selectFrom('orders').select('id').where('lead_id', '=', mine).execute();
    expect(orders).toEqual([]);
  });

  test.each([
    [{ sfLeadId: `led_${'A'.repeat(22)}` }, 404],
    [{}, 422],
    [{ extra: 1 }, 422],
  ])('%j is refused', async (body, status) => {
    const buyer = world.newBuyer();
    await leadOf(buyer);
    expect((await buyer.call('POST', generate, body)).status).toBe(status);
  });
});

describe('a CNPJ with letters, unsupported by the layout of fiscal notes', () => {
  const executive = { productCode: 'executive', seller: 'ana', source: 'campanha' };
  const withLetters = '12.ABC.345/01DE-35';

  test('is refused with a message before the payment where the brand requires a fiscal note', async () => {
    const buyer = world.newBuyer();
    const sfLeadId = await leadOf(buyer, executive);
    const patched = await buyer.call('PATCH', `/api/v1/lead/${sfLeadId}`, {
      document: { type: 'cnpj', number: withLetters },
    });
    expect([patched.status, JSON.stringify(patched.json['errors'])]).toEqual([
      422,
      expect.stringContaining('note-letters'),
    ]);
    const { json } = await buyer.call('POST', '/api/v1/quote', { leadId: sfLeadId });
    const refused = await pay(buyer, sfLeadId, {
      ...{
        productCode: 'executive',
        business: 'wiseup',
        document: withLetters,
        amount: json['total'] ?? json['amount'] ?? 1,
      },
    });
    expect([refused.status, JSON.stringify(refused.json['errors'])]).toEqual([
      422,
      expect.stringContaining('note-letters'),
    ]);
    const number = '11.222.333/0001-81';
    const digits = await buyer.call('PATCH', `/api/v1/lead/${sfLeadId}`, { document: { type: 'cnpj', number } });
    expect(digits.status).toBe(200);
  });

  test('is accepted where it requires none', async () => {
    const buyer = world.newBuyer();
    const sfLeadId = await leadOf(buyer);
    const patched = await buyer.call('PATCH', `/api/v1/lead/${sfLeadId}`, {
      document: { type: 'cnpj', number: withLetters },
    });
    expect(patched.status).toBe(200);
  });
});
