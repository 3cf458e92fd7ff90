import { describe, expect, test } from 'vitest';
import { brandOf, declineFrom, refusalOf } from './decline-codes.ts';

describe('a refusal of Pagar.me', () => {
  test.each([
    ['visa', '1000', undefined, 'card-declined', true, '05'],
    ['visa', '1016', '51', 'insufficient-funds', true, '51'],
    ['american_express', '1016', '116', 'insufficient-funds', true, '116'],
    ['elo', '1019', undefined, 'card-not-permitted', false, '57'],
    ['mastercard', '1019', undefined, 'card-not-permitted', true, '57'],
    ['visa', '9111', undefined, 'issuer-unavailable', true, '91'],
    ['visa', '1045', undefined, 'security-code-invalid', true, '1045'],
    ['visa', '2000', undefined, 'card-blocked', false, '2000 retry=no'],
    ['visa', '7777', undefined, 'card-declined', true, '7777'],
  ])('of %s with %s (%s) is %s', (brand, returnCode, schemeCode, code, reversible, raw) => {
    const refusal = { brand, returnCode, ...(schemeCode === undefined ? {} : { schemeCode }) };
    expect(declineFrom(refusal)).toEqual({ code, reversible, raw });
  });

  test.each([
    ['422-order.payments[0].credit_card.card_token', 'card-token-invalid', true],
    ['token-of-another', 'card-token-invalid', true],
    ['422-order.payments[0].credit_card.card_id', 'card-not-again', false],
    ['422-order.customer.document', 'gateway-refused', false],
    ['404', 'gateway-refused', false],
  ])('of the request itself, %s, is %s', (raw, code, reversible) => {
    expect(refusalOf(raw)).toEqual({ code, raw, reversible });
  });

  test('names schemes in its own way', () => {
    expect(['Visa', 'Amex', 'Diners Club', 'Hipercard', 'Elo'].map(brandOf)).toEqual([
      'visa',
      'american_express',
      'diners',
      'hipercard',
      'elo',
    ]);
  });
});
