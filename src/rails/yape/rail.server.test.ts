import { describe, expect, test } from 'vitest';
import { railServer } from './rail.server.ts';

const buyer = { name: 'Lucía Quispe', email: 'lucia@example.com', phone: '+51987654321' };
const right = { phone: '987 654 321', code: '425 251', documentType: 'dni', document: '71702935' };
const read = (fields: Record<string, string>) =>
  railServer.readDetails({ fields, market: 'PE', buyer, now: new Date('2026-11-20T12:00:00Z') });

describe('a payment with Yape', () => {
  test('hands phone and code to the gateway and keeps the phone’s end only', () => {
    expect(read(right)).toEqual({
      ok: true,
      value: {
        payer: { ...buyer, document: { type: 'dni', number: '71702935' } },
        details: { yapePhone: '987654321', yapeCode: '425251' },
        kept: { phoneEnd: '321' },
      },
    });
    expect(read({ ...right, phone: '+51 987654321' })).toMatchObject({
      value: { details: { yapePhone: '987654321' } },
    });
  });

  test.each<[Record<string, string>, Record<string, string>]>([
    [{ phone: '' }, { phone: 'validation.required' }],
    [{ phone: '887654321' }, { phone: 'validation.phone' }],
    [{ phone: '+5511961234567' }, { phone: 'method.yape.phone.foreign' }],
    [{ code: '' }, { code: 'validation.required' }],
    [{ code: '12345' }, { code: 'method.yape.code.malformed' }],
    [{ code: '12345a' }, { code: 'method.yape.code.malformed' }],
    [{ document: '11111111' }, { document: 'validation.dni' }],
    [{ documentType: 'ruc' }, { document: 'validation.ruc' }],
    [
      { phone: '1', code: '1', document: '' },
      { phone: 'validation.phone', code: 'method.yape.code.malformed', document: 'validation.required' },
    ],
  ])('refuses %j', (change, error) => {
    expect(read({ ...right, ...change })).toEqual({ ok: false, error });
  });
});
