import type { FranchiseUnit } from '#src/domain/franchises/index.ts';
import type { TestPlace } from '#src/domain/places/index.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import { franchisesJson, testPlacesJson } from '../files/place-schemas.server.ts';
import { layeredTree, type Layers, readLayered } from '../files/read-layered.server.ts';

/** The places of a brand: none when it has no such file. */
export interface BrandPlaces {
  readonly units: readonly FranchiseUnit[];
  readonly testPlaces: readonly TestPlace[];
}

/** Reads `franchises.json` and `test-places.json`; what is wrong in them goes to `report`. */
export function readPlaces(layers: Layers, report: (problem: BrandProblem) => void): BrandPlaces {
  const has = (name: string): boolean => layeredTree(layers, name) !== null;
  const units = has('franchises.json') ? readLayered(layers, 'franchises.json', franchisesJson, report) : null;
  const places = has('test-places.json') ? readLayered(layers, 'test-places.json', testPlacesJson, report) : null;
  return {
    units: Object.entries(units ?? {}).map(([id, unit]) => ({ id, ...unit })),
    testPlaces: Object.entries(places ?? {}).map(([id, place]) => ({ id, ...place })),
  };
}
