import { describe, expect, test } from 'vitest';
import { course } from '#tests/support/worlds/domain-world.server.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import { profileOptions } from './profile-options.server.ts';

const [year] = course.plans;
if (!year) throw new Error('The course is sold');
const words: Translator = Object.assign(
  (key: string, values = {}) => `${key}${JSON.stringify(values).replaceAll('\u00a0', ' ')}`,
  { has: () => true, locale: 'pt-BR' },
);
const texts = { words, locale: 'pt-BR' as const };

describe('a plan for several people', () => {
  test('shows the whole prices, and what each comes to', () => {
    const options = profileOptions(year, { ...texts, wording: 'whole', usesMonthlyDifference: false });
    expect(options.map(({ count }) => count)).toEqual([1, 2]);
    expect(options.map(({ price }) => price)).toEqual(['R$\u00a01.140,00', 'R$\u00a01.710,00']);
    expect(options.map(({ per }) => per)).toEqual([null, null]);
    expect(options[1]?.total).toBe('multiprofile.total{"total":"R$ 1.710,00"}');
    expect(options.map(({ each }) => each)).toEqual([null, 'multiprofile.each{"each":"R$ 855,00"}']);
  });

  test('shows by the month what more people cost more', () => {
    const options = profileOptions(year, { ...texts, wording: 'whole', usesMonthlyDifference: true });
    expect(options.map(({ price }) => price)).toEqual(['R$\u00a095,00', '+ R$\u00a047,50']);
    expect(options.map(({ per }) => per)).toEqual(['multiprofile.month{}', 'multiprofile.month{}']);
  });

  test('counts all of it as more, by the month, after a purchase', () => {
    const options = profileOptions(year, { ...texts, wording: 'more', usesMonthlyDifference: true });
    expect(options.map(({ price }) => price)).toEqual(['+ R$\u00a095,00', '+ R$\u00a0142,50']);
    expect(options[0]?.label).toBe('multiprofile.more.count{"count":1}');
  });

  test('never says less than it costs: odd cents are rounded up', () => {
    const odd = { ...year, price: { amount: 100_001n, currency: 'BRL' as const }, profiles: [] };
    const [only] = profileOptions(odd, { ...texts, wording: 'whole', usesMonthlyDifference: true });
    expect(only?.price).toBe('R$\u00a083,34');
  });
});
