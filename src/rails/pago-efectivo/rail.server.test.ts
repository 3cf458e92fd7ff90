import { expect, test } from 'vitest';
import { railServer } from './rail.server.ts';

const buyer = { name: 'Lucía Quispe', email: 'lucia@example.com', phone: '+51987654321' };
const now = new Date('2026-11-20T12:00:00Z');
const read = (fields: Record<string, string>) => railServer.readDetails({ fields, market: 'PE', buyer, now });

test('the buyer’s document goes along, and a wrong one is named by its kind', () => {
  expect(read({ documentType: 'ce', document: 'ab1234567' })).toEqual({
    ok: true,
    value: { payer: { ...buyer, document: { type: 'ce', number: 'AB1234567' } }, details: {}, kept: {} },
  });
  expect(read({ documentType: 'dni', document: '22222222' })).toEqual({
    ok: false,
    error: { document: 'validation.dni' },
  });
  expect(read({})).toEqual({ ok: false, error: { document: 'validation.required' } });
});

test('a code holds for a day, told in Lima’s time', async () => {
  const expiresAt = railServer.expiresAt(now, 'PE');
  expect(expiresAt.toISOString()).toBe('2026-11-21T12:00:00.000Z');
  const context = { amount: { amount: 118_800n, currency: 'PEN' as const }, expiresAt, market: 'PE' as const };
  expect(await railServer.present?.({ cip: '12345678' }, context)).toEqual({
    cip: '1234 5678',
    plain: '12345678',
    expiresOn: '21/11/2026',
    expiresTime: '07:00',
  });
  expect(() => railServer.present?.({ cip: '' }, context)).toThrow('without its code');
});
