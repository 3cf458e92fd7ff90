import { countries, type Country } from '#src/kernel/locale/locale.ts';
import { type Region, regions } from '#src/kernel/locale/regions.ts';
import type { FranchiseUnit, UnitSearch } from './unit.types.ts';

/** From country to region to city to unit, over the units of one brand. Nothing is listed that leads to no unit. */

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
