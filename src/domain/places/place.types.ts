import type { Country } from '#src/kernel/locale/locale.ts';

/** A place where an exam is written, with so many chairs. */
export interface TestPlace {
  /** Short word, one of its kind in the brand; stays with orders for ever. */
  readonly id: string;
  readonly name: string;
  /** Street, number and district, as a person reads them. */
  readonly address: string;
  readonly city: string;
  /** Code of the first-level division, see `regions` of the kernel. */
  readonly region: string;
  readonly country: Country;
  readonly capacity: number;
}

/** A test place with the chairs that are free now. */
export interface OpenTestPlace extends TestPlace {
  readonly left: number;
}

export const placeKinds = ['unit', 'test-place'] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** A place that a buyer chose, as it was then. */
export interface ChosenPlace {
  readonly kind: PlaceKind;
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly region: string;
  readonly country: string;
}
