import { describe, expect, test } from 'vitest';
import { railServer } from './rail.server.ts';

const now = new Date('2026-11-20T22:30:00Z');
const buyer = { name: 'Graça Machava', email: 'graca@example.co.mz', phone: '+258821234567' };
const read = (phone?: string) =>
  railServer.readDetails({ fields: phone === undefined ? {} : { phone }, market: 'MZ', buyer, now });

describe('m-pesa details', () => {
  test('name the wallet that pays, which may be another than the buyer’s phone', () => {
    expect(read('84 333 0333')).toEqual({
      ok: true,
      value: { payer: { ...buyer, phone: '+258843330333' }, details: {}, kept: { phoneEnd: '0333' } },
    });
  });

  test('say what is wrong beside the field', () => {
    expect(read()).toEqual({ ok: false, error: { phone: 'validation.required' } });
    expect(read('86 333 0333')).toEqual({ ok: false, error: { phone: 'method.m-pesa.phone.other-operator' } });
    expect(read('8'.repeat(10_000))).toEqual({ ok: false, error: { phone: 'method.m-pesa.phone.malformed' } });
  });
});

describe('m-pesa screens', () => {
  test('the phone is waited for two minutes, and its end is shown in Maputo time', async () => {
    const expiresAt = railServer.expiresAt(now, 'MZ');
    expect(expiresAt.toISOString()).toBe('2026-11-20T22:32:00.000Z');
    const amount = { amount: 1_872_000n, currency: 'MZN' as const };
    expect(await railServer.present?.({ phoneEnd: '0333' }, { amount, expiresAt, market: 'MZ' })).toEqual({
      phoneEnd: '0333',
      expiresOn: '21/11/2026',
      expiresTime: '00:32',
    });
  });

  test('the company that the prompt names is shown where it is known', async () => {
    const payee = { name: 'Escola Matrícula', document: null };
    const amount = { amount: 1_872_000n, currency: 'MZN' as const };
    const shown = { amount, expiresAt: railServer.expiresAt(now, 'MZ'), market: 'MZ' } as const;
    expect(await railServer.present?.({ phoneEnd: '0333', payee }, shown)).toMatchObject({ payee });
  });
});
