import type { ColumnType, Generated } from 'kysely';

/** Rows of `migrations/0022-trials-and-offers.ts`. Amounts are bigint minor units; days are of the market; times are UTC. */

type Day = ColumnType<string, string, string>;

export interface TrialsTable {
  order_id: string;
  started_on: Day;
  free_until: Day;
  first_charge_on: Day;
  amount: bigint;
  currency: string;
  installments: Generated<number>;
  payment_profile_id: string | null;
  consent_id: string | null;
  accepted_at: Date;
}

export interface TrialPeopleTable {
  business: string;
  product_code: string;
  person_key: string;
  order_id: string;
}

export interface CustomOffersTable {
  id: string;
  brand: string;
  variant: string | null;
  business: string;
  product_code: string;
  plan_id: string;
  market: string;
  locale: string;
  seller: string;
  currency: string;
  amount: bigint;
  subscription_id: string | null;
  lead_id: string;
  expires_on: Day;
  created_at: Date;
  accepted_at: Date | null;
  payment_profile_id: string | null;
  invoice_id: string | null;
  /** The operator who wrote it down; null: a sample. */
  asked_by: string | null;
  /** Below the floor: it opens nothing before a second operator has agreed. */
  needs_second: boolean;
  confirmed_by: string | null;
  confirmed_at: Date | null;
}
