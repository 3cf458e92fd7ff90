import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocateMovement } from './divide-captures.ts';

const minor = fc.bigInt({ min: 0n, max: 10n ** 12n });

describe('an allocation of a capture', () => {
  test('sums to the captured amount', () => {
    fc.assert(
      fc.property(minor, minor, minor, minor, minor, (amount, principal, interest, orderRemaining, lateFee) => {
        const part = allocateMovement(amount, { principal, interest, orderRemaining, lateFee });
        expect(part.principal + part.interest + part.late + part.surplus).toBe(amount);
        expect([part.principal, part.interest, part.late, part.surplus].every((one) => one >= 0n)).toBe(true);
        expect(part.late <= lateFee).toBe(true);
        expect(part.principal <= principal && part.principal <= orderRemaining && part.interest <= interest).toBe(true);
      }),
    );
  });

  test.each([
    ['exactly what was asked', 9500n, { principal: 9500n, interest: 0n, orderRemaining: 9500n }, [9500n, 0n, 0n, 0n]],
    [
      'price and installment interest',
      10_450n,
      { principal: 9500n, interest: 950n, orderRemaining: 9500n },
      [9500n, 950n, 0n, 0n],
    ],
    ['less than the price', 9000n, { principal: 9500n, interest: 950n, orderRemaining: 9500n }, [9000n, 0n, 0n, 0n]],
    ['more than the price', 10_000n, { principal: 9500n, interest: 0n, orderRemaining: 9500n }, [9500n, 0n, 0n, 500n]],
    ['a second time', 9500n, { principal: 0n, interest: 0n, orderRemaining: 0n }, [0n, 0n, 0n, 9500n]],
    [
      'late, the order was paid otherwise',
      10_450n,
      { principal: 9500n, interest: 950n, orderRemaining: 0n, lateFee: 200n },
      [0n, 0n, 0n, 10_450n],
    ],
    [
      'late, with what that costs',
      9_725n,
      { principal: 9500n, interest: 0n, orderRemaining: 9500n, lateFee: 225n },
      [9500n, 0n, 225n, 0n],
    ],
    [
      'late, and more than that costs',
      10_000n,
      { principal: 9500n, interest: 0n, orderRemaining: 9500n, lateFee: 225n },
      [9500n, 0n, 225n, 275n],
    ],
  ])('%s', (_name, amount, expected, [principal, interest, late, surplus]) => {
    expect(allocateMovement(amount, expected)).toEqual({ principal, interest, late, surplus });
  });
});
