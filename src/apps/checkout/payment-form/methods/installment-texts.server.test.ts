import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { installmentOptions } from '#src/domain/checkout/quotes/index.ts';
import { money } from '#src/kernel/money/money.ts';
import { createTranslator } from '#src/ui/words/translator.ts';
import copy from '../payment.copy.json' with { type: 'json' };
import { percentText } from '#src/domain/checkout/quotes/installment-label.ts';
import { installmentTexts } from './installment-texts.server.ts';
import { maxInterestFree } from '../../site/price-view.server.ts';

const words = createTranslator(
  'pt-BR',
  Object.fromEntries(Object.entries(copy['pt-BR']).map(([key, text]) => [key, compileMessageOrThrow(text)])),
);
const price = money(114_000n, 'BRL');

describe('installments as text', () => {
  test('without interest: number and value', () => {
    const installments = installmentOptions(price, { max: 12 });
    const texts = installmentTexts({ currency: 'BRL', installments }, words, 'pt-BR');
    expect(texts[0]).toEqual({
      count: 1,
      label: '1x de R$\u00a01.140,00 à vista',
      total: 'R$\u00a01.140,00',
    });
    expect(texts.at(-1)).toEqual({
      count: 12,
      label: '12x de R$\u00a095,00 sem juros',
      total: 'R$\u00a01.140,00',
    });
    expect(maxInterestFree(installments)).toBe(12);
    // 5 of R$ 162,86 and 2 of R$ 162,85: seven of the former would exceed the price by two cents.
    expect(texts[6]?.label).toBe('7x de até R$\u00a0162,86 sem juros');
  });

  test('with interest: also total and rate (CDC art. 52), and the cheapest split is chosen', () => {
    const installments = installmentOptions(price, { max: 12, monthlyRate: '0.0199', interestFreeUpTo: 3 });
    const { label = '', total = '' } = installmentTexts({ currency: 'BRL', installments }, words, 'pt-BR').at(-1) ?? {};
    expect(label.endsWith(`total ${total}`)).toBe(true);
    expect(label).toMatch(/^12x de R\$\s\d+,\d{2} com juros de 1,99% ao mês · total R\$\s1\.\d{3},\d{2}$/);
    expect(maxInterestFree(installments)).toBe(3);
  });

  test('no installments: pay at once', () => expect(maxInterestFree([])).toBe(1));
});

test.each([
  ['0.0199', '1,99'],
  ['0.02', '2,00'],
  ['0.019999', '2,00'],
  ['0', '0,00'],
])('a rate of %s is %s %%', (rate, shown) => expect(percentText(rate, 'pt-BR')).toBe(shown));
