import { describe, expect, test } from 'vitest';
import type { ComputedQuote } from '../../checkout/quotes/index.ts';
import { oneClickText } from './one-click-text.ts';

const once = { count: 1, value: 71_400n, tax: 0n, total: 71_400n, monthlyRate: '0' };
const interest = { count: 10, value: 7_900n, tax: 7_600n, total: 79_000n, monthlyRate: '0.0199' };
const free = { count: 2, value: 35_700n, tax: 0n, total: 71_400n, monthlyRate: '0' };

const wordsFor = (installments: ComputedQuote['installments'], takesInstallments = true) =>
  oneClickText((key, values = {}) => [key, ...Object.values(values)].join('|').replaceAll('\u00A0', ' '), {
    quote: {
      ...{ productCode: 'course', planId: 'semester', planType: 'semester', currency: 'BRL', lines: [] },
      ...{ voucher: null, discount: 0n, total: 71_400n, installments, methods: [] },
    },
    profile: { rail: 'now', brand: 'visa', last4: '1111' },
    ...{ product: 'Course', merchant: 'School', locale: 'pt-BR' },
    takesInstallments,
  });

describe('words of one click', () => {
  test('name the total that is charged for the chosen installments, also with interest', () => {
    const { buy, agree, choices } = wordsFor([once, interest]);
    expect(buy.startsWith('upsell.one-click.split|')).toBe(true);
    expect(agree.startsWith('upsell.one-click.agree.split|')).toBe(true);
    expect(choices.map(({ count, total }) => [count, total])).toEqual([
      [1, 71_400n],
      [10, 79_000n],
    ]);
    expect(choices[1]?.text).toContain('upsell.installments: payment.installment.interest|10|R$ 79,00|R$ 790,00|1,99.');
    expect(choices[1]?.text).toContain('method.now.saved.within|visa|1111');
  });

  test('name one price where every choice costs the same', () => {
    const { buy, choices } = wordsFor([once, free]);
    expect(buy).toBe('upsell.one-click|Course|R$ 714,00');
    expect(choices[1]?.text).toContain('upsell.one-click.agree|Course|R$ 714,00');
    expect(choices[1]?.text).toContain('payment.installment.free|2|R$ 357,00');
  });

  test('have one choice without installments', () => {
    expect(wordsFor([once, interest], false).choices).toMatchObject([{ count: 1, total: 71_400n }]);
    expect(wordsFor([]).choices).toMatchObject([{ count: 1, total: 71_400n }]);
  });
});
