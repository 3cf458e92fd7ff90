import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocateReturnedMoney } from './returned-money.ts';

const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n });

test('a returned amount equals the sum of its parts, none above its balance', () => {
  fc.assert(
    fc.property(amounts, amounts, amounts, amounts, (amount, principal, interest, late) => {
      const parts = allocateReturnedMoney(amount, { principal, interest, late });
      expect(parts.principal + parts.interest + parts.late + parts.excess).toBe(amount);
      expect(parts.principal <= principal && parts.interest <= interest && parts.late <= late).toBe(true);
      expect(parts.excess >= 0n && (parts.excess === 0n || amount > principal + interest + late)).toBe(true);
    }),
  );
});

test('a partial refund of installments reduces the price before the interest', () => {
  expect(allocateReturnedMoney(100n, { principal: 80n, interest: 30n, late: 5n })).toEqual({
    principal: 80n,
    interest: 20n,
    late: 0n,
    excess: 0n,
  });
});
