/** A test location as it is offered; texts are finished, `left` counts seats. */
export interface TestLocationOption {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly left: number;
}

/** Names of the cities, in the order of the alphabet, each once. */
export function citiesOf(locations: readonly TestLocationOption[]): readonly string[] {
  const names = new Set(locations.map(({ city }) => city));
  return [...names].toSorted(new Intl.Collator('pt', { sensitivity: 'base' }).compare);
}

/** The city to show: the requested one, else that of the location chosen before, else the only one; empty when undecided. */
export function cityToShow(
  locations: readonly TestLocationOption[],
  wanted: string | null,
  chosen: string | null,
): string {
  const cities = citiesOf(locations);
  const known = cities.find((name) => name === wanted);
  const before = locations.find(({ id }) => id === chosen)?.city;
  return known ?? before ?? (cities.length === 1 ? (cities[0] ?? '') : '');
}

/** The test locations of a city: those with seats first, then by name. */
export function locationsIn(locations: readonly TestLocationOption[], city: string): readonly TestLocationOption[] {
  const byName = new Intl.Collator('pt', { sensitivity: 'base' });
  return locations
    .filter((place) => place.city === city)
    .toSorted((a, b) => Number(b.left > 0) - Number(a.left > 0) || byName.compare(a.name, b.name));
}
