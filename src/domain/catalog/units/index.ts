export { unitById, unitCities, unitCountries, unitRegions, unitsIn } from './find-units.ts';
export type { FranchiseUnit } from './unit.types.ts';
