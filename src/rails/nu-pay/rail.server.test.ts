import { expect, test } from 'vitest';
import { railServer } from './rail.server.ts';

const now = new Date('2026-11-20T22:30:00Z');
const buyer = { name: 'Ana Souza', email: 'ana@example.com', phone: '+5511987654321' };
const read = (document: string) => railServer.readDetails({ fields: { document }, market: 'BR', buyer, now });

test('nu-pay takes a person’s CPF and no company’s number', () => {
  expect(read('529.982.247-25')).toEqual({
    ok: true,
    value: { payer: { ...buyer, document: { type: 'cpf', number: '52998224725' } }, details: {}, kept: {} },
  });
  expect(read('12.ABC.345/01DE-35').ok).toBe(false);
  expect(read('').ok).toBe(false);
});

test('a payment of nu-pay waits for half an hour, in São Paulo time', async () => {
  const expiresAt = railServer.expiresAt(now, 'BR');
  const amount = { amount: 1n, currency: 'BRL' as const };
  expect(await railServer.present?.({}, { amount, expiresAt, market: 'BR' })).toEqual({
    expiresOn: '20/11/2026',
    expiresTime: '20:00',
  });
});
