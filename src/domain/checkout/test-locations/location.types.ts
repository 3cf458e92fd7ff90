import type { TestLocation } from '../../catalog/brand-data/index.ts';

/** A test location with the seats that are free now. */
export interface OpenTestLocation extends TestLocation {
  readonly left: number;
}

export const locationKinds = ['unit', 'test-place'] as const;
export type LocationKind = (typeof locationKinds)[number];

/** A unit or test location that a buyer chose, as it was then. */
export interface ChosenLocation {
  readonly kind: LocationKind;
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly region: string;
  readonly country: string;
}
