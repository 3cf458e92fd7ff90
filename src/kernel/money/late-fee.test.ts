import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lateFee } from './late-fee.ts';

const rates = { fine: '2.00', monthlyInterest: '1.00' };

describe('what being late costs', () => {
  test.each([
    [114_000n, 0, 0n, 0n],
    [114_000n, -3, 0n, 0n],
    [114_000n, 1, 2_280n, 38n],
    [114_000n, 10, 2_280n, 380n],
    [114_000n, 30, 2_280n, 1_140n],
    [99n, 1, 2n, 0n],
    [1_500n, 1, 30n, 1n],
  ])('%d centavos, %d days: %d and %d', (amount, days, fine, interest) => {
    expect(lateFee(amount, rates, days)).toEqual({ fine, interest });
  });

  test('grows with the days and never passes its rates', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 9n });
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 365 }), (owed, days) => {
        const today = lateFee(owed, rates, days);
        const tomorrow = lateFee(owed, rates, days + 1);
        expect(tomorrow.interest).toBeGreaterThanOrEqual(today.interest);
        expect(tomorrow.fine).toBe(today.fine);
        expect(today.fine * 100n).toBeLessThanOrEqual(owed * 2n + 50n);
        expect(today.interest * 3_000n).toBeLessThanOrEqual(owed * BigInt(days) + 1_500n);
      }),
    );
  });
});
