import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocateReversal } from './allocate-reversal.ts';

const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n });

test('the parts sum to what went back, and none is more than was held', () => {
  fc.assert(
    fc.property(amounts, amounts, amounts, (amount, principal, interest) => {
      const parts = allocateReversal(amount, { principal, interest });
      expect(parts.principal + parts.interest + parts.excess).toBe(amount);
      expect(parts.principal <= principal && parts.interest <= interest && parts.excess >= 0n).toBe(true);
      expect(parts.excess === 0n || amount > principal + interest).toBe(true);
    }),
  );
});

test('a part of a purchase in installments comes out of its price first', () => {
  expect(allocateReversal(100n, { principal: 80n, interest: 30n })).toEqual({
    principal: 80n,
    interest: 20n,
    excess: 0n,
  });
});
