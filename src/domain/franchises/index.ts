export { unitById, unitCities, unitCountries, unitRegions, unitsIn } from './find-units.ts';
export type { FranchiseUnit, UnitSearch } from './unit.types.ts';
