/** One choice of a list. */
export interface LocationOption {
  readonly value: string;
  readonly label: string;
}

/** A unit as it is offered. */
export interface UnitOption extends LocationOption {
  readonly address: string;
}

/** What was chosen so far; empty text where nothing was. */
export interface UnitSearch {
  readonly country: string;
  readonly region: string;
  readonly city: string;
}

export interface UnitSearchLists {
  readonly regions: readonly LocationOption[];
  readonly cities: readonly LocationOption[];
  readonly units: readonly UnitOption[];
}

/** Whoever knows the lists: the domain on the server, the franchise calls in the browser. */
export interface UnitSearchSource {
  readonly regions: (country: string) => Promise<readonly LocationOption[]>;
  readonly cities: (country: string, region: string) => Promise<readonly LocationOption[]>;
  readonly units: (country: string, region: string, city: string) => Promise<readonly UnitOption[]>;
}

/** The part of a search that may be kept, with the lists that it leads to. */
export interface UnitSearchResult {
  readonly search: UnitSearch;
  readonly lists: UnitSearchLists;
}

/** The requested entry if the list has it; else the only entry of a list of one; else nothing. */
function resolveOption(wanted: string, options: readonly LocationOption[]): string {
  const known = options.find(({ value }) => value === wanted);
  return known?.value ?? (options.length === 1 ? (options[0]?.value ?? '') : '');
}

/** Goes from a country as far as the choices lead, and makes those that there is no choice about. */
export async function resolveUnitSearch(
  wanted: UnitSearch,
  countries: readonly LocationOption[],
  source: UnitSearchSource,
): Promise<UnitSearchResult> {
  const country = resolveOption(wanted.country, countries);
  const regions = country === '' ? [] : await source.regions(country);
  const region = resolveOption(wanted.region, regions);
  const cities = region === '' ? [] : await source.cities(country, region);
  const city = resolveOption(wanted.city, cities);
  const units = city === '' ? [] : await source.units(country, region, city);
  return { search: { country, region, city }, lists: { regions, cities, units } };
}
