import { getStates } from '@brazilian-utils/brazilian-utils';
import { expect, test } from 'vitest';
import { areaCodesByState } from '#src/kernel/validation/area-codes.ts';
import { countries } from './locale.ts';
import { isCountry, markets } from './markets.ts';
import { isRegion, regions } from './regions.ts';

test('the states of Brazil are the 27 that a library knows, and each has area codes', () => {
  const library = getStates().map(({ code, name }) => `${code} ${name}`);
  expect(regions.BR.map(({ code, name }) => `${code} ${name}`).toSorted()).toEqual(library.toSorted());
  expect(Object.keys(areaCodesByState).toSorted()).toEqual(regions.BR.map(({ code }) => code).toSorted());
});

test('11 provinces and 25 departments, no code twice', () => {
  expect(regions.MZ).toHaveLength(11);
  expect(regions.PE).toHaveLength(25);
  for (const country of countries)
    expect(new Set(regions[country].map(({ code }) => code)).size).toBe(regions[country].length);
  expect(isRegion('PE', 'CUS')).toBe(true);
  expect(isRegion('BR', 'CUS')).toBe(false);
});

test('every market is filed under its own country', () => {
  for (const country of countries) expect(markets[country].country).toBe(country);
  expect(isCountry('AR')).toBe(false);
});
