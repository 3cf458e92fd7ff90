import type { Country } from '#src/kernel/locale/locale.ts';

/** A place where an exam is written, with a number of seats. */
export interface TestLocation {
  /** Short id, unique in the brand; orders refer to it for ever. */
  readonly id: string;
  readonly name: string;
  /** Street, number and district, as text. */
  readonly address: string;
  readonly city: string;
  /** Code of the first-level division, see `regions` of the kernel. */
  readonly region: string;
  readonly country: Country;
  readonly capacity: number;
}
