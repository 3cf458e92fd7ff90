import { countries, type Country } from '#src/kernel/locale/locale.ts';
import { type Region, regions } from '#src/kernel/locale/regions.ts';

/** A branch of a school that teaches in its own rooms. */
export interface FranchiseUnit {
  /** Short id, unique in the brand; orders refer to it for ever. */
  readonly id: string;
  readonly name: string;
  /** Street, number and district, as text. */
  readonly address: string;
  readonly city: string;
  /** Code of the first-level division, see `regions` of the kernel. */
  readonly region: string;
  readonly country: Country;
  /** Names of the staff members who take payments there, by a short id; each has a link of their own (`domain/in-person`). */
  readonly people?: Readonly<Record<string, string>> | undefined;
}

/** The parts of an address that were chosen so far. */
interface UnitSearch {
  readonly country?: Country | undefined;
  readonly region?: string | undefined;
  readonly city?: string | undefined;
}

const collator = new Intl.Collator('pt', { sensitivity: 'base' });

/** The form in which names of cities are compared: without regard to case, accents and blanks around them. */
function cityKey(name: string): string {
  return name.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function matches(unit: FranchiseUnit, { country, region, city }: UnitSearch): boolean {
  return (
    (country === undefined || unit.country === country) &&
    (region === undefined || unit.region === region.toUpperCase()) &&
    (city === undefined || cityKey(unit.city) === cityKey(city))
  );
}

/** The countries that have units, in the order of the markets. */
export function unitCountries(units: readonly FranchiseUnit[]): readonly Country[] {
  return countries.filter((country) => units.some((unit) => unit.country === country));
}

/** The regions of a country that have units, by name. */
export function unitRegions(units: readonly FranchiseUnit[], country: Country): readonly Region[] {
  return regions[country]
    .filter(({ code }) => units.some((unit) => matches(unit, { country, region: code })))
    .toSorted((a, b) => collator.compare(a.name, b.name));
}

/** The cities of a region that have units, by name. */
export function unitCities(units: readonly FranchiseUnit[], country: Country, region: string): readonly string[] {
  const names = new Map<string, string>();
  for (const unit of units) if (matches(unit, { country, region })) names.set(cityKey(unit.city), unit.city);
  return [...names.values()].toSorted(collator.compare);
}

/** The units of a city, by name. */
export function unitsIn(
  units: readonly FranchiseUnit[],
  search: { readonly country: Country; readonly region: string; readonly city: string },
): readonly FranchiseUnit[] {
  return units.filter((unit) => matches(unit, search)).toSorted((a, b) => collator.compare(a.name, b.name));
}

export function unitById(units: readonly FranchiseUnit[], id: string): FranchiseUnit | null {
  return units.find((unit) => unit.id === id) ?? null;
}
