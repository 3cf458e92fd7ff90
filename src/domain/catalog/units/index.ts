export { type FranchiseUnit, unitById, unitCities, unitCountries, unitRegions, unitsIn } from './find-units.ts';
