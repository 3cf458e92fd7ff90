import type { Country } from '#src/kernel/locale/locale.ts';

/** A place where an exam is written, with so many chairs. */
export interface TestLocation {
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
