import { expect, test } from 'vitest';
import { brandName } from './brand-name.ts';

const variant = (brand: string, part: string | null, name: string) => ({
  ...{ id: part === null ? brand : `${brand}.${part}`, brand, name },
});
const brands = [
  variant('wise-up', 'live', 'Wise Up ao vivo'),
  variant('wise-up', 'online', 'Wise Up Online'),
  variant('meusucesso', 'mz', 'meuSucesso Moçambique'),
  variant('meusucesso', null, 'meuSucesso'),
  variant('odd', 'a', 'Alfa'),
  variant('odd', 'b', 'Beta'),
  variant('single', 'a', 'Single Course'),
];

test.each([
  ['wise-up', 'Wise Up'],
  ['meusucesso', 'meuSucesso'],
  ['odd', 'odd'],
  ['single', 'Single Course'],
  ['unknown', 'unknown'],
])('the name of the brand “%s” is “%s”, not that of one of its variants', (brand, name) => {
  expect(brandName(brands, brand)).toBe(name);
});
