import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  verificationPurchase,
  mayRetry,
  type NextCardAttempt,
  type DeclinedCardAttempt,
  schemeRetryDecision,
} from './may-retry.ts';
import { internalRetryWindow, retryLimits } from './retry-limits.data.ts';

const now = new Date('2026-11-20T12:00:00Z');
const hours = (count: number): Date => new Date(now.getTime() - count * 3_600_000);
const next: NextCardAttempt = {
  brand: 'visa',
  amount: 114_000n,
  currency: 'BRL',
  installments: 1,
  expiry: '12/30',
  purchase: 'a',
};

function refused(returnCode: string, differs: Partial<DeclinedCardAttempt> = {}): DeclinedCardAttempt {
  return {
    returnCode,
    amount: 114_000n,
    currency: 'BRL',
    installments: 1,
    expiry: '12/30',
    purchase: 'a',
    at: hours(1),
    ...differs,
  };
}
const many = (count: number, one: DeclinedCardAttempt): DeclinedCardAttempt[] =>
  Array.from({ length: count }, () => one);

describe('the retry rules of the card schemes', () => {
  test('Visa, category 1: no retry, whatever the acquirer says', () => {
    for (const code of retryLimits['visa']?.never ?? []) {
      expect(schemeRetryDecision([refused(code, { reversible: true })], next, now)).toMatchObject({
        code: 'card-not-again',
      });
    }
  });

  test('a card resembling one declined for good is another one, unless its date or its purchase is the same', () => {
    const alike = { ...next, isShared: true };
    const lost = refused('41', { purchase: 'b', expiry: '01/29' });
    expect(schemeRetryDecision([lost], next, now).allowed).toBe(false);
    expect(schemeRetryDecision([lost], alike, now)).toEqual({ allowed: true });
    expect(schemeRetryDecision([{ ...lost, expiry: '12/30' }], alike, now).allowed).toBe(false);
    expect(schemeRetryDecision([{ ...lost, purchase: 'a' }], alike, now).allowed).toBe(false);
    // Checks of all buyers are of one purchase, and a missing date is no date.
    const check = { ...alike, purchase: verificationPurchase, expiry: '' };
    expect(schemeRetryDecision([{ ...lost, purchase: verificationPurchase, expiry: '' }], check, now).allowed).toBe(
      true,
    );
    expect(schemeRetryDecision(many(15, lost), alike, now)).toMatchObject({ code: 'card-tries-used-up' });
  });

  test.each(['gateway-refused', 'card-token-invalid', 'card-not-again'])(
    'a gateway’s own decline before the bank (%s) forbids nothing, and is counted',
    (code) => {
      const unasked = refused('malformed', { reversible: false, code });
      expect(schemeRetryDecision([unasked], next, now)).toEqual({ allowed: true });
      expect(schemeRetryDecision(many(15, unasked), next, now).allowed).toBe(false);
    },
  );

  test('Visa: fifteen attempts of one amount in 30 days', () => {
    expect(schemeRetryDecision(many(14, refused('51')), next, now).allowed).toBe(true);
    expect(schemeRetryDecision(many(15, refused('51')), next, now)).toEqual({
      allowed: false,
      code: 'card-tries-used-up',
    });
    expect(schemeRetryDecision(many(15, refused('51')), { ...next, amount: 1n }, now).allowed).toBe(true);
    expect(schemeRetryDecision(many(15, refused('51', { at: hours(720) })), next, now).allowed).toBe(true);
  });

  test('Visa: a retry series ends 30 days after its first attempt', () => {
    const late = { ...next, isMerchantInitiated: true, firstAttemptedAt: hours(720) };
    expect(schemeRetryDecision([refused('51')], late, now).allowed).toBe(false);
    expect(schemeRetryDecision([refused('51')], { ...late, firstAttemptedAt: hours(719) }, now).allowed).toBe(true);
  });

  test('Mastercard: seven retries in 24 hours, 35 declines in 30 days, any amount', () => {
    const card = { ...next, brand: 'mastercard', amount: 5n };
    expect(schemeRetryDecision(many(7, refused('51')), card, now).allowed).toBe(true);
    expect(schemeRetryDecision(many(8, refused('51')), card, now).allowed).toBe(false);
    expect(schemeRetryDecision(many(8, refused('51', { at: hours(24) })), card, now).allowed).toBe(true);
    expect(schemeRetryDecision(many(35, refused('51', { at: hours(200) })), card, now).allowed).toBe(false);
  });

  test.each([
    ['24', 1],
    ['25', 24],
    ['26', 48],
    ['27', 96],
    ['28', 144],
    ['29', 192],
    ['30', 240],
  ])('Mastercard’s advice %s after 51: not before %i h', (adviceCode, pause) => {
    const at = hours(pause);
    const card = { ...next, brand: 'mastercard' };
    expect(
      schemeRetryDecision([refused('51', { adviceCode, at: new Date(at.getTime() + 1) })], card, now),
    ).toMatchObject({
      allowed: false,
      code: 'card-try-later',
      notBefore: new Date(now.getTime() + 1),
    });
    expect(schemeRetryDecision([refused('51', { adviceCode, at })], card, now).allowed).toBe(true);
    // The advice is about low funds only.
    expect(schemeRetryDecision([refused('05', { adviceCode })], card, now).allowed).toBe(true);
  });

  test('Mastercard’s advice 02 waits three days; 03, 21, 40 and 41 end it, 21 the subscription too', () => {
    const card = { ...next, brand: 'mastercard' };
    expect(schemeRetryDecision([refused('05', { adviceCode: '02' })], card, now)).toMatchObject({
      code: 'card-try-later',
    });
    for (const adviceCode of ['03', '21', '40', '41'])
      expect(schemeRetryDecision([refused('05', { adviceCode })], card, now)).toMatchObject({ code: 'card-not-again' });
    expect(schemeRetryDecision([refused('05', { adviceCode: '21' })], card, now).subscription).toBe('stop');
    expect(schemeRetryDecision([refused('R1')], next, now).subscription).toBe('stop');
  });

  test('Elo counts by the calendar month of São Paulo', () => {
    const card = { ...next, brand: 'elo' };
    expect(schemeRetryDecision(many(16, refused('05')), card, now).allowed).toBe(false);
    const first = new Date('2026-12-01T02:59:59Z');
    expect(schemeRetryDecision(many(16, refused('05', { at: hours(1) })), card, first).allowed).toBe(false);
    expect(schemeRetryDecision(many(16, refused('05')), card, new Date('2026-12-01T03:00:00Z')).allowed).toBe(true);
  });

  test('other schemes: reversible is free, irreversible never', () => {
    const card = { ...next, brand: 'american_express' };
    expect(schemeRetryDecision(many(50, refused('100')), card, now).allowed).toBe(true);
    expect(schemeRetryDecision([refused('122')], { ...card, isMerchantInitiated: true }, now).allowed).toBe(false);
  });
});

describe('a corrected transaction', () => {
  test('differs by expiry date, by count of installments and by amount', () => {
    const elo = { ...next, brand: 'elo' };
    expect(mayRetry([refused('54')], elo, now)).toMatchObject({ code: 'card-not-again' });
    expect(mayRetry([refused('54')], { ...elo, expiry: '12/31' }, now).allowed).toBe(true);
    expect(mayRetry([refused('23')], elo, now).allowed).toBe(false);
    expect(mayRetry([refused('23', { installments: 12 })], elo, now).allowed).toBe(true);
    expect(mayRetry([refused('13', { amount: 1n })], elo, now).allowed).toBe(true);
  });

  test('with a security code may be retried by its buyer, never by a machine', () => {
    expect(mayRetry([refused('N7')], next, now).allowed).toBe(true);
    expect(mayRetry([refused('N7')], { ...next, isMerchantInitiated: true }, now).allowed).toBe(false);
    // Approved since, it is known to be right.
    const mended = { ...refused('N7'), isCleared: true };
    expect(mayRetry([mended], { ...next, isMerchantInitiated: true }, now).allowed).toBe(true);
  });
});

test('our own limit is stricter: five declines of one purchase in a day', () => {
  expect(mayRetry(many(4, refused('51')), next, now).allowed).toBe(true);
  expect(mayRetry(many(5, refused('51')), next, now)).toEqual({ allowed: false, code: 'card-tries-used-up' });
  expect(schemeRetryDecision(many(5, refused('51')), next, now).allowed).toBe(true);
  expect(mayRetry(many(5, refused('51', { purchase: 'b' })), next, now).allowed).toBe(true);
  for (const limits of Object.values(retryLimits))
    for (const window of limits?.windows ?? []) expect(internalRetryWindow.tries).toBeLessThan(window.tries);
});

test('one more decline never makes a forbidden attempt allowed', () => {
  const code = fc.constantFrom('05', '51', '57', '54', 'N7', 'R1', '62', '63', '96', 'ZZ');
  const one = fc.record({
    returnCode: code,
    amount: fc.constantFrom(114_000n, 5_000n),
    at: fc.integer({ min: 0, max: 800 }).map(hours),
    adviceCode: fc.constantFrom('01', '02', '03', '21', '24', '30'),
  });
  fc.assert(
    fc.property(fc.constantFrom('visa', 'mastercard', 'elo', 'diners'), fc.array(one), one, (brand, history, more) => {
      const card = { ...next, brand };
      const tries = history.map((given) => refused(given.returnCode, given));
      const withMore = mayRetry([...tries, refused(more.returnCode, more)], card, now).allowed;
      return !withMore || mayRetry(tries, card, now).allowed;
    }),
  );
});
