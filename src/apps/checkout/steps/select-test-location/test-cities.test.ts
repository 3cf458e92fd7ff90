import { describe, expect, test } from 'vitest';
import { citiesOf, cityToShow, type TestLocationOption, locationsIn } from './test-cities.ts';

const place = (id: string, city: string, left: number): TestLocationOption => ({
  id,
  name: id,
  address: 'Rua Um, 1',
  city,
  left,
});
const locations = [
  place('zebra', 'São Paulo', 3),
  place('full', 'São Paulo', 0),
  place('arena', 'São Paulo', 9),
  place('cais', 'Belém', 1),
];

describe('the cities of an exam', () => {
  test('stand in the order of the alphabet, each once', () =>
    expect(citiesOf(locations)).toEqual(['Belém', 'São Paulo']));

  test.each([
    ['Belém', null, 'Belém'],
    ['Belém', 'arena', 'Belém'],
    ['Nowhere', 'arena', 'São Paulo'],
    [null, 'gone', ''],
    [null, null, ''],
  ])('asked for %s after %s: %j', (wanted, chosen, shown) => expect(cityToShow(locations, wanted, chosen)).toBe(shown));

  test('the only one needs no choice', () => expect(cityToShow(locations.slice(0, 3), null, null)).toBe('São Paulo'));

  test('full places stand last', () =>
    expect(locationsIn(locations, 'São Paulo').map(({ id }) => id)).toEqual(['arena', 'zebra', 'full']));
});
