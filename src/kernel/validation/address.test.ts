import { describe, expect, test } from 'vitest';
import {
  addressRule,
  cityRule,
  complementRule,
  countryRule,
  districtRule,
  normalizeAddress,
  numberRule,
  stateRule,
} from './address.rule.ts';
import { normalizePostalCode, postalCodeRule } from './postal-code.rule.ts';

describe('address', () => {
  test.each(['Rua 7 de Setembro', 'São Paulo', 'Ñaña', 'A', '1ª Travessa'])('%j', (value) => {
    for (const rule of [addressRule, districtRule, cityRule, countryRule, complementRule])
      expect(rule(value)).toBeNull();
  });

  test.each(['Rua  Dupla', 'Rua #1', 'Rua, 1', 'a-b', 'x'.repeat(71)])('%j is refused', (value) => {
    expect(addressRule(value)).toBe('validation.address');
    expect(districtRule(value)).toBe('validation.district');
    expect(cityRule(value)).toBe('validation.city');
    expect(countryRule(value)).toBe('validation.country');
    expect(complementRule(value)).toBe('validation.complement');
  });

  test('only the complement may stay empty', () => {
    expect(complementRule(' ')).toBeNull();
    expect(addressRule(' ')).toBe('validation.required');
    expect(numberRule(' ')).toBe('validation.number');
    expect(stateRule('')).toBe('validation.state');
  });

  test.each([
    ['Av. Brasil,  10 - Centro', 'Av Brasil 10 Centro'],
    ["Santa Bárbara d'Oeste", 'Santa Bárbara d Oeste'],
    ['Mogi-Guaçu', 'Mogi Guaçu'],
  ])('what people write, %j, is made ready for its rule', (typed, ready) => {
    expect(normalizeAddress(typed)).toBe(ready);
    expect(addressRule(ready)).toBeNull();
  });

  test('the state is one of the market, when the market is known', () => {
    expect(stateRule('SP')).toBeNull();
    expect(stateRule('SP', { market: 'BR' })).toBeNull();
    expect(stateRule('XX', { market: 'BR' })).toBe('validation.state');
    expect(stateRule('SP', { market: 'PE' })).toBe('validation.state');
    expect(stateRule('LIM', { market: 'PE' })).toBeNull();
    expect(stateRule('MPM', { market: 'MZ' })).toBeNull();
    expect(numberRule('S/N')).toBeNull();
  });

  test('CEP keeps its dash; elsewhere the code is optional', () => {
    expect(postalCodeRule('01310-100', { market: 'BR' })).toBeNull();
    expect(postalCodeRule('01310100', { market: 'BR' })).toBe('validation.zip-code');
    expect(normalizePostalCode(' 01310100 ', { market: 'BR' })).toBe('01310-100');
    expect(postalCodeRule('', { market: 'BR' })).toBe('validation.required');
    expect(postalCodeRule('', { market: 'PE' })).toBeNull();
    expect(postalCodeRule('15001', { market: 'PE' })).toBeNull();
    expect(postalCodeRule('1100', { market: 'MZ' })).toBeNull();
    expect(postalCodeRule('11', { market: 'MZ' })).toBe('validation.zip-code');
  });
});
