import { describe, expect, test } from 'vitest';
import { explain } from '#src/domain/documents/timeline/index.ts';
import { explainedSales } from '#tests/support/fixtures/explained-sales.ts';
import { saleNow } from '#tests/support/fixtures/sale-facts.ts';
import copy from './explanation.copy.json' with { type: 'json' };

const locales = ['pt-BR', 'es-PE', 'en'] as const;
const words: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = copy;

describe('the words of explanations', () => {
  test.each(locales)('say each rule in %s, with values that its sales have', (locale) => {
    const missing = Object.entries(explainedSales).flatMap(([rule, sale]) => {
      const { values } = explain({ sale }, saleNow);
      const text = words[locale]?.[`sale.rule.${rule}`];
      if (text === undefined) return [rule];
      const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      return names.flatMap((name) => (name in values ? [] : [`${rule}: ${name}`]));
    });
    expect(missing).toEqual([]);
  });
});
