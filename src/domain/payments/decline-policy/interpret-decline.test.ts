import { describe, expect, test } from 'vitest';
import { interpretDecline, declineRowsOf, parseRawDecline } from './interpret-decline.ts';
import { declineRows } from './decline-rows.data.ts';
import { declineCodes } from './decline.types.ts';

describe('a normalized decline', () => {
  test.each([
    ['visa', '05', 'card-declined', true],
    ['visa', '51', 'insufficient-funds', true],
    ['elo', '57', 'card-not-permitted', false],
    ['mastercard', '57', 'card-not-permitted', true],
    ['visa', '78', 'card-not-activated', true],
    ['visa', 'N7', 'security-code-invalid', false],
    ['mastercard', '63', 'security-code-invalid', true],
    ['elo', '63', 'security-code-invalid', false],
    ['hipercard', '63', 'security-code-invalid', true],
    ['american_express', '116', 'insufficient-funds', true],
    ['american_express', 'A5', 'insufficient-funds', true],
    ['elo', '62', 'abroad-not-permitted', false],
    ['visa', 'R1', 'recurring-stopped', false],
    ['diners', '54', 'card-expired', false],
    ['visa', '5', 'card-declined', true],
    ['visa', 'ZZ', 'card-declined', true],
  ])('of %s %s is %s', (brand, returnCode, code, reversible) => {
    expect(interpretDecline({ brand, returnCode })).toMatchObject({ code, reversible });
  });

  test('of an acquirer’s own code takes precedence over the table, and chooses among two reasons', () => {
    expect(interpretDecline({ brand: 'elo', returnCode: '62', reversible: true })).toEqual({
      code: 'card-blocked',
      reversible: true,
      raw: '62 retry=yes',
    });
    expect(interpretDecline({ brand: 'visa', returnCode: '51', reversible: false }).reversible).toBe(false);
  });

  test('of a soft Mastercard code is hard by its advice code; other schemes ignore it', () => {
    const refusal = { returnCode: '51', adviceCode: '03' };
    expect(interpretDecline({ ...refusal, brand: 'mastercard' })).toMatchObject({
      reversible: false,
      raw: '51 mac=03',
    });
    expect(interpretDecline({ ...refusal, brand: 'visa' }).reversible).toBe(true);
  });

  test('is read back as stored', () => {
    const { raw } = interpretDecline({ brand: 'mastercard', returnCode: '79', adviceCode: '21', reversible: true });
    expect(parseRawDecline(raw)).toEqual({ returnCode: '79', adviceCode: '21', reversible: true });
    expect(parseRawDecline('token-expired')).toEqual({ returnCode: 'token-expired' });
  });

  test('of a gateway’s own code follows the gateway’s table', () => {
    const own = { code: 'issuer-unavailable', reversible: true };
    expect(interpretDecline({ brand: 'visa', returnCode: '99' }, own)).toEqual({ ...own, raw: '99' });
  });

  test('uses every reason, with codes written as a bank writes them', () => {
    expect(new Set(declineRows.map(({ code }) => code))).toEqual(new Set(declineCodes));
    for (const row of declineRows)
      for (const list of Object.values(row.codes)) expect(list).toMatch(/^[0-9A-Z]{2,3}( [0-9A-Z]{2,3})*$/);
    expect(declineRowsOf('mastercard', '63')).toHaveLength(2);
  });

  test('without a code has no reason: it may be retried', () => {
    for (const brand of ['visa', 'mastercard', 'elo', 'american_express', 'unknown']) {
      expect(declineRowsOf(brand, ' ')).toEqual([]);
      expect(interpretDecline({ brand, returnCode: '' })).toMatchObject({ code: 'card-declined', reversible: true });
    }
  });
});
