import type { Country } from '#src/kernel/locale/locale.ts';

/** A branch of a school that teaches in its own rooms. */
export interface FranchiseUnit {
  /** Short word, one of its kind in the brand; stays with orders for ever. */
  readonly id: string;
  readonly name: string;
  /** Street, number and district, as a person reads them. */
  readonly address: string;
  readonly city: string;
  /** Code of the first-level division, see `regions` of the kernel. */
  readonly region: string;
  readonly country: Country;
  /** Names of those who take money there, by a short word; they act by links of their own (`domain/claims`). */
  readonly people?: Readonly<Record<string, string>> | undefined;
}

/** How far somebody has come on the way from a country to a unit. */
export interface UnitSearch {
  readonly country?: Country | undefined;
  readonly region?: string | undefined;
  readonly city?: string | undefined;
}
