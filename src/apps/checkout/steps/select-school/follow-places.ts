/** One choice of a list. */
export interface PlaceOption {
  readonly value: string;
  readonly label: string;
}

/** A unit as it is offered. */
export interface UnitOption extends PlaceOption {
  readonly address: string;
}

/** What was chosen so far; empty text where nothing was. */
export interface PlaceSearch {
  readonly country: string;
  readonly region: string;
  readonly city: string;
}

export interface PlaceLists {
  readonly regions: readonly PlaceOption[];
  readonly cities: readonly PlaceOption[];
  readonly units: readonly UnitOption[];
}

/** Whoever knows the lists: the domain on the server, the franchise calls in the browser. */
export interface PlaceSource {
  readonly regions: (country: string) => Promise<readonly PlaceOption[]>;
  readonly cities: (country: string, region: string) => Promise<readonly PlaceOption[]>;
  readonly units: (country: string, region: string, city: string) => Promise<readonly UnitOption[]>;
}

/** The part of a search that may be kept, with the lists that it leads to. */
export interface FollowedPlaces {
  readonly search: PlaceSearch;
  readonly lists: PlaceLists;
}

/** What is wanted if the list has it; else the only entry of a list of one; else nothing. */
function settle(wanted: string, options: readonly PlaceOption[]): string {
  const known = options.find(({ value }) => value === wanted);
  return known?.value ?? (options.length === 1 ? (options[0]?.value ?? '') : '');
}

/** Goes from a country as far as the choices lead, and makes those that there is no choice about. */
export async function followPlaces(
  wanted: PlaceSearch,
  countries: readonly PlaceOption[],
  source: PlaceSource,
): Promise<FollowedPlaces> {
  const country = settle(wanted.country, countries);
  const regions = country === '' ? [] : await source.regions(country);
  const region = settle(wanted.region, regions);
  const cities = region === '' ? [] : await source.cities(country, region);
  const city = settle(wanted.city, cities);
  const units = city === '' ? [] : await source.units(country, region, city);
  return { search: { country, region, city }, lists: { regions, cities, units } };
}
