import { afterAll, beforeAll, expect, test } from 'vitest';
import { riskLimits } from '#src/domain/risk/index.server.ts';
import {
  type AbuseWorld,
  beginPurchase,
  cardToken,
  createAbuseWorld,
  payByCard,
  product,
  solveProofOfWork,
} from './abuse-world.server.ts';

let world: AbuseWorld;
beforeAll(async () => (world = await createAbuseWorld()));
afterAll(() => world.close());

test('begun purchases alone count for their address, whichever call begins them', async () => {
  const { freePerAddress } = riskLimits.leads;
  const ip = '177.41.1.1';
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
  const buyer = world.from(ip);
  const first = await beginPurchase(buyer, contact.email);
  for (let index = 0; index < freePerAddress; index += 1) {
    const refused = await buyer.call('POST', '/api/v1/lead', { ...contact, ...product, email: 'no address' });
    expect(refused.status).toBe(422);
  }
  expect(await beginPurchase(buyer, contact.email)).toBe(first);
  for (let index = 1; index < freePerAddress; index += 1)
    expect(typeof (await beginPurchase(world.from(ip), contact.email))).toBe('string');
  const next = world.from(ip);
  expect(await beginPurchase(next, contact.email)).toMatchObject({ status: 403, json: { code: 'captcha-needed' } });
  const paid = await payByCard(next, '', cardToken('a buyer', 'good'), { ...contact, sfLeadId: undefined });
  expect(paid.json).toMatchObject({ code: 'captcha-needed', challenge: '/api/v1/proof?action=lead' });
  const captchaToken = await solveProofOfWork(next, 'lead');
  const begun = await next.call('POST', '/api/v1/lead', { ...contact, ...product, captchaToken });
  expect(begun.status).toBe(201);
  expect(typeof (await beginPurchase(buyer, contact.email))).toBe('string');
});
