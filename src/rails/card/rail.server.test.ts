import { describe, expect, test } from 'vitest';
import type { MandateTerms } from '../../domain/payments/index.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { railServer } from './rail.server.ts';

const buyer = { name: 'Ana Souza', email: 'ana@example.com', phone: '+5511987654321' };
const token = 'eyJhbGciOiJSU0EtT0FFUC0yNTYifQ.a_b-.AAAA.BBBB.CCCC';
const card = { token, sealedFor: 'first', brand: 'visa', last4: '0001', expiry: '12/30' };
const read = (fields: Record<string, string>, market: Country = 'BR') =>
  railServer.readDetails({ fields, market, buyer, now: new Date('2026-11-20T12:00:00Z') });

describe('card details', () => {
  test('the token goes to the gateway and is never kept', () => {
    const result = read({ ...card, document: '529.982.247-25' });
    expect(result).toEqual({
      ok: true,
      value: {
        payer: { ...buyer, document: { type: 'cpf', number: '52998224725' } },
        details: { cardToken: token, sealedFor: 'first', brand: 'visa', last4: '0001', expiry: '12/30' },
        kept: { brand: 'visa', last4: '0001', expiry: '12/30' },
        singleUseValue: token,
        sealed: { for: 'first', again: { token: 'method.card.type-again' } },
      },
    });
    expect(result.ok && JSON.stringify([result.value.kept, result.value.payer])).not.toContain(token);
  });

  test('what the browser has for the bank goes to the gateway only', () => {
    const seen = { completion: 'U', screenWidth: 390, screenHeight: 844, colorDepth: 24, timeZoneOffset: 180 };
    const authentication = Buffer.from(JSON.stringify(seen)).toString('base64url');
    const result = read({ ...card, authentication, document: '529.982.247-25' });
    expect(result).toMatchObject({ ok: true, value: { details: { authentication: seen } } });
    expect(result.ok && result.value.kept).not.toHaveProperty('authentication');
  });

  test('a kept card needs its code only where its company asks again, and then never twice', () => {
    const ask = (fields: Record<string, string>, requiresSecurityCode: boolean) =>
      railServer.readDetails({
        fields,
        market: 'BR',
        buyer,
        requiresSecurityCode,
        now: new Date('2026-11-20T12:00:00Z'),
      });
    const kept = { paymentProfileId: 'pmp_1' };
    expect(ask(kept, true)).toEqual({ ok: false, error: { token: 'method.card.token-missing' } });
    expect(ask({ ...kept, token: '1234' }, true)).toEqual({ ok: false, error: { token: 'method.card.token-missing' } });
    const details = { ...kept, codeToken: token };
    expect(ask({ ...kept, token }, true)).toEqual({
      ok: true,
      value: { payer: buyer, details, kept, singleUseValue: token },
    });
    expect(ask({ ...kept, token }, false)).toEqual({ ok: true, value: { payer: buyer, details: kept, kept } });
  });

  test.each([
    ['no token', { token: '' }],
    ['a token in a second writing', { token: 'eyJhbGciOiJSU0EtT0FFUC0yNTYifQ.a_b-.AAAA.BBBB.CCCCAB' }],
    ['a number instead of a token', { token: '4000000000000001' }],
    ['a number in a token’s clothes', { token: 'tkn_4000000000000001' }],
    ['a gateway that is no word', { sealedFor: '<b>' }],
    ['a brand that is no word', { brand: '<b>' }],
    ['five digits', { last4: '00012' }],
    ['an impossible month', { expiry: '13/30' }],
    ['a huge token', { token: `${'a'.repeat(5000)}.b.c.d.e` }],
  ])('refuse %s', (_name, change) => {
    expect(read({ ...card, ...change, document: '52998224725' })).toEqual({
      ok: false,
      error: { token: 'method.card.token-missing' },
    });
  });

  test('every field that is wrong is named at once', () => {
    expect(read({})).toEqual({
      ok: false,
      error: { token: 'method.card.token-missing', document: 'validation.required' },
    });
  });

  test('Mozambique: the NUIT may stay empty, but a wrong one is said', () => {
    expect(read(card, 'MZ')).toMatchObject({ ok: true, value: { payer: buyer } });
    expect(read({ ...card, document: '123456789' }, 'MZ')).toEqual({
      ok: false,
      error: { document: 'validation.nuit' },
    });
  });

  test('Peru: a card comes with a document of the country', () => {
    expect(read({ ...card, document: '05209244' }, 'PE')).toMatchObject({
      ok: true,
      value: { payer: { ...buyer, document: { type: 'dni', number: '05209244' } } },
    });
    expect(read(card, 'PE')).toEqual({ ok: false, error: { document: 'validation.required' } });
  });

  test('a company pays with its CNPJ', () => {
    expect(read({ ...card, document: '11.222.333/0001-81' })).toMatchObject({
      ok: true,
      value: { payer: { document: { type: 'cnpj', number: '11222333000181' } } },
    });
  });

  test('a challenge has a quarter of an hour', () => {
    expect(railServer.expiresAt(new Date('2026-11-20T12:00:00Z'), 'BR').toISOString()).toBe('2026-11-20T12:15:00.000Z');
  });
});

describe('charging later terms without the buyer', () => {
  const renewal = {
    price: { amount: 114_000n, currency: 'BRL' as const },
    period: 'yearly' as const,
    firstDueOn: '2027-11-20' as const,
  };
  const consent = (fields: Record<string, string>, terms: MandateTerms | null = renewal) =>
    railServer.readDetails({
      ...{ fields: { ...card, document: '529.982.247-25', ...fields }, market: 'BR', buyer },
      ...{ now: new Date('2026-11-20T12:00:00Z'), renewal: terms, locale: 'pt-BR' },
    });

  test('is agreed to by a box of its own, whose words are kept with price, period and day', () => {
    const result = consent({ renew: 'yes' });
    expect(result).toMatchObject({
      ok: true,
      value: {
        details: { saveCard: true, storedCredential: { initiator: 'cardholder', usage: 'first', reason: 'recurring' } },
        kept: { renews: true, keepLabel: 'method.card.renew.yearly' },
      },
    });
    const words = result.ok ? String(result.value.kept['keepText']) : '';
    expect(words).toContain('1.140,00');
    expect(words).toContain('20/11/2027');
    expect(words).toContain('Autorizo a cobrança automática neste cartão, que fica guardado para isso.');
    expect(words).not.toContain('{');
  });

  test('is agreed to with both sums where the first charge is another', () => {
    const result = consent({ renew: 'yes' }, { ...renewal, first: { amount: 102_000n, currency: 'BRL' } });
    const words = result.ok ? String(result.value.kept['keepText']).replaceAll('\u00a0', ' ') : '';
    expect(words).toContain('(R$ 1.020,00 na primeira cobrança e depois R$ 1.140,00 por ano, a partir de 20/11/2027)');
    expect(words).not.toContain('{');
  });

  test('is agreed to for a card that was kept before, too', () => {
    expect(consent({ paymentProfileId: 'pmp_1', renew: 'yes' })).toMatchObject({
      ok: true,
      value: { kept: { paymentProfileId: 'pmp_1', renews: true } },
    });
  });

  test('is not agreed to by keeping the card, nor where nothing goes on', () => {
    const kept = consent({ keep: 'yes' });
    expect(kept.ok && kept.value.kept['renews']).toBeUndefined();
    const once = consent({ renew: 'yes' }, null);
    expect(once.ok && once.value.kept).toEqual({ brand: 'visa', last4: '0001', expiry: '12/30' });
  });
});
