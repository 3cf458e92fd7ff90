import type { FranchiseUnit } from '#src/domain/catalog/units/index.ts';
import type { TestLocation } from '../../domain/catalog/brand-data/index.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import { unitsJson, testLocationsJson } from '../files/location-schemas.server.ts';
import { layeredTree, type Layers, readLayered } from '../files/read-layered.server.ts';

/** The places of a brand: none when it has no such file. */
export interface BrandLocations {
  readonly units: readonly FranchiseUnit[];
  readonly testLocations: readonly TestLocation[];
}

/** Reads `franchises.json` and `test-places.json`; what is wrong in them goes to `report`. */
export function readLocations(layers: Layers, report: (problem: BrandProblem) => void): BrandLocations {
  const has = (name: string): boolean => layeredTree(layers, name) !== null;
  const units = has('franchises.json') ? readLayered(layers, 'franchises.json', unitsJson, report) : null;
  const locations = has('test-places.json') ? readLayered(layers, 'test-places.json', testLocationsJson, report) : null;
  return {
    units: Object.entries(units ?? {}).map(([id, unit]) => ({ id, ...unit })),
    testLocations: Object.entries(locations ?? {}).map(([id, testLocation]) => ({ id, ...testLocation })),
  };
}
