import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocateReturnedMoney } from './returned-money.ts';

const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n });

test('the parts sum to what went back, and none is more than was held', () => {
  fc.assert(
    fc.property(amounts, amounts, amounts, amounts, (amount, principal, interest, late) => {
      const parts = allocateReturnedMoney(amount, { principal, interest, late });
      expect(parts.principal + parts.interest + parts.late + parts.excess).toBe(amount);
      expect(parts.principal <= principal && parts.interest <= interest && parts.late <= late).toBe(true);
      expect(parts.excess >= 0n && (parts.excess === 0n || amount > principal + interest + late)).toBe(true);
    }),
  );
});

test('a part of a purchase in installments comes out of its price first', () => {
  expect(allocateReturnedMoney(100n, { principal: 80n, interest: 30n, late: 5n })).toEqual({
    principal: 80n,
    interest: 20n,
    late: 0n,
    excess: 0n,
  });
});
