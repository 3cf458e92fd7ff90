import { describe, expect, test } from 'vitest';
import { citiesOf, cityToShow, type PlaceOption, placesIn } from './test-cities.ts';

const place = (id: string, city: string, left: number): PlaceOption => ({
  id,
  name: id,
  address: 'Rua Um, 1',
  city,
  left,
});
const places = [
  place('zebra', 'São Paulo', 3),
  place('full', 'São Paulo', 0),
  place('arena', 'São Paulo', 9),
  place('cais', 'Belém', 1),
];

describe('the cities of an exam', () => {
  test('stand in the order of the alphabet, each once', () => expect(citiesOf(places)).toEqual(['Belém', 'São Paulo']));

  test.each([
    ['Belém', null, 'Belém'],
    ['Belém', 'arena', 'Belém'],
    ['Nowhere', 'arena', 'São Paulo'],
    [null, 'gone', ''],
    [null, null, ''],
  ])('asked for %s after %s: %j', (wanted, chosen, shown) => expect(cityToShow(places, wanted, chosen)).toBe(shown));

  test('the only one needs no choice', () => expect(cityToShow(places.slice(0, 3), null, null)).toBe('São Paulo'));

  test('full places stand last', () =>
    expect(placesIn(places, 'São Paulo').map(({ id }) => id)).toEqual(['arena', 'zebra', 'full']));
});
