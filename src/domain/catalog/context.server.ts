import type { BaseContext } from '../base-context.server.ts';
import type { DunningSchedule, Flow, ReminderSchedule, TestLocation } from './brand-data/index.ts';
import type { Product, Voucher } from './products/index.ts';
import type { FranchiseUnit } from './units/index.ts';

/** Products, plans, vouchers and locations, from brand data. */
export interface CatalogPort {
  product(brand: string, variant: string | null, productCode: string): Product | null;
  /** By the code the buyer typed, without regard to case or blanks around it. */
  voucher(brand: string, variant: string | null, code: string): Voucher | null;
  /** The brand's units that teach in rooms of their own. */
  units(brand: string, variant: string | null): readonly FranchiseUnit[];
  /** The brand's test locations. */
  testLocations(brand: string, variant: string | null): readonly TestLocation[];
  /** A flow of the brand by its id; null when it has none of that id. */
  flow(brand: string, variant: string | null, flowId: string): Flow | null;
  /** The schedule after a subscription's failed charge. Throws for a brand that is not there. */
  dunning(brand: string, variant: string | null): DunningSchedule;
  /** The reminders to buyers who left before paying. Throws for a brand that is not there. */
  reminders(brand: string, variant: string | null): ReminderSchedule;
  /** Address of the school's first access page for the environment; the one-time token is appended as `token`. */
  firstAccessUrl(brand: string, variant: string | null): string;
  /** The brands of one of the school's businesses; none for a business that is not there. */
  readonly brandsOfBusiness: (business: string) => readonly string[];
}

/** The context of a use case of the catalog, and of every area above it. */
export interface CatalogContext extends BaseContext {
  readonly catalog: CatalogPort;
}
