import type { BaseContext } from '../base-context.server.ts';
import type { DunningSchedule, Flow, ReminderSchedule, TestLocation } from './brand-data/index.ts';
import type { Product, Voucher } from './products/index.ts';
import type { FranchiseUnit } from './units/index.ts';

/** Where products, plans, vouchers and places come from: the brands' data. */
export interface CatalogPort {
  product(brand: string, variant: string | null, productCode: string): Product | null;
  /** By the word the buyer typed, without regard to case or blanks around it. */
  voucher(brand: string, variant: string | null, code: string): Voucher | null;
  /** The brand's units that teach in rooms of their own. */
  units(brand: string, variant: string | null): readonly FranchiseUnit[];
  /** Where the brand's exams are written. */
  testLocations(brand: string, variant: string | null): readonly TestLocation[];
  /** A flow of the brand by its id; null when it has none of that id. */
  flow(brand: string, variant: string | null, flowId: string): Flow | null;
  /** What follows when a subscription's charge fails. Throws for a brand that is not there. */
  dunning(brand: string, variant: string | null): DunningSchedule;
  /** What is said to those who left before paying. Throws for a brand that is not there. */
  reminders(brand: string, variant: string | null): ReminderSchedule;
  /** Address of the school's first access page for the environment; the one-time token is appended as `token`. */
  firstAccessUrl(brand: string, variant: string | null): string;
}

/** What a use case of the catalog, and of every area above it, is handed. */
export interface CatalogContext extends BaseContext {
  readonly catalog: CatalogPort;
}
