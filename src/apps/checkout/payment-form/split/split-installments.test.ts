import { expect, test } from 'vitest';
import { partTotal, partInstallmentOptions } from './split-installments.ts';

const terms = {
  currency: 'BRL',
  installments: [
    { count: 1, monthlyRate: '0' },
    { count: 2, monthlyRate: '0' },
    { count: 10, monthlyRate: '0.0149' },
  ],
  minimumInstallment: 5_000,
} as const;

test('a part is paid in as many installments as leave none below the least', () => {
  expect(partInstallmentOptions(terms, 100_000n).map(({ count }) => count)).toEqual([1, 2, 10]);
  expect(partInstallmentOptions(terms, 20_000n).map(({ count }) => count)).toEqual([1, 2]);
  expect(partInstallmentOptions({ ...terms, minimumInstallment: null }, 20_000n)).toHaveLength(3);
});

test('a part costs its amount, and the interest of the installments that are chosen for it', () => {
  expect(partTotal(terms, 100_000n, 1)).toBe(100_000n);
  expect(partTotal(terms, 100_000n, 2)).toBe(100_000n);
  const withInterest = partInstallmentOptions(terms, 100_000n).at(-1)?.total;
  expect(withInterest).toBeGreaterThan(100_000n);
  expect(partTotal(terms, 100_000n, 10)).toBe(withInterest);
});

test('installments that are not offered for a part add nothing', () => {
  expect(partTotal(terms, 20_000n, 10)).toBe(20_000n);
});
