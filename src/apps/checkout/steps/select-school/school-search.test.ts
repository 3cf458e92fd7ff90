import { describe, expect, test } from 'vitest';
import { resolveUnitSearch, type UnitSearchSource } from './school-search.ts';

const option = (value: string) => ({ value, label: value });
const source: UnitSearchSource = {
  regions: async (country) => (country === 'BR' ? ['MG', 'SP'] : ['LIM']).map(option),
  cities: async (_country, region) => (region === 'SP' ? ['Campinas', 'São Paulo'] : ['Lima']).map(option),
  units: async (_country, _region, city) => [{ ...option(`unit of ${city}`), address: 'Rua Um, 1' }],
};
const both = [option('BR'), option('PE')];
const nothing = { country: '', region: '', city: '' };

describe('followPlaces', () => {
  test('waits where there is a choice', async () => {
    expect(await resolveUnitSearch(nothing, both, source)).toEqual({
      search: nothing,
      lists: { regions: [], cities: [], units: [] },
    });
    const inBrazil = await resolveUnitSearch({ ...nothing, country: 'BR' }, both, source);
    expect(inBrazil.search.region).toBe('');
    expect(inBrazil.lists.regions).toHaveLength(2);
  });

  test('goes on by itself where there is none', async () => {
    const followed = await resolveUnitSearch({ ...nothing, country: 'PE' }, both, source);
    expect(followed.search).toEqual({ country: 'PE', region: 'LIM', city: 'Lima' });
    expect(followed.lists.units.map(({ value }) => value)).toEqual(['unit of Lima']);
    expect((await resolveUnitSearch(nothing, [option('PE')], source)).search.city).toBe('Lima');
  });

  test('drops what is on no list, and all that hung on it', async () => {
    const wanted = { country: 'BR', region: 'LIM', city: 'Lima' };
    expect((await resolveUnitSearch(wanted, both, source)).search).toEqual({ country: 'BR', region: '', city: '' });
    expect((await resolveUnitSearch({ ...wanted, country: 'ZZ' }, both, source)).lists.regions).toEqual([]);
  });
});
