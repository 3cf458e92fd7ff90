import { describe, expect, test } from 'vitest';
import { unitById, unitCities, unitCountries, unitRegions, unitsIn } from './find-units.ts';
import type { FranchiseUnit } from './find-units.ts';

const unit = (id: string, name: string, city: string, region = 'SP', country: 'BR' | 'PE' = 'BR'): FranchiseUnit => ({
  id,
  name,
  address: 'Rua Um, 1',
  city,
  region,
  country,
});

const units = [
  unit('miraflores', 'Miraflores', 'Lima', 'LIM', 'PE'),
  unit('vila', 'Vila Mariana', 'São Paulo'),
  unit('abc', 'ABC', 'São Paulo'),
  unit('aguas', 'Centro', 'Águas de Lindóia'),
  unit('campinas', 'Cambuí', 'Campinas'),
  unit('savassi', 'Savassi', 'Belo Horizonte', 'MG'),
];

describe('the search for a unit', () => {
  test('lists only what has units, in the order of the markets and of names', () => {
    expect(unitCountries(units)).toEqual(['BR', 'PE']);
    expect(unitCountries([])).toEqual([]);
    expect(unitRegions(units, 'BR').map(({ name }) => name)).toEqual(['Minas Gerais', 'São Paulo']);
    expect(unitRegions(units, 'MZ')).toEqual([]);
    expect(unitCities(units, 'BR', 'SP')).toEqual(['Águas de Lindóia', 'Campinas', 'São Paulo']);
  });

  test('takes a city with or without its accents, and a region in any case', () => {
    const search = { country: 'BR' as const, region: 'sp', city: ' sao PAULO ' };
    expect(unitsIn(units, search).map(({ id }) => id)).toEqual(['abc', 'vila']);
    expect(unitsIn(units, { ...search, city: 'São' })).toEqual([]);
    expect(unitsIn(units, { ...search, country: 'PE' })).toEqual([]);
  });

  test('ends with one that exists', () => {
    expect(unitById(units, 'savassi')?.city).toBe('Belo Horizonte');
    expect(unitById(units, 'nowhere')).toBeNull();
  });
});
