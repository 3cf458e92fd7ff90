import type { ColumnType, Generated } from 'kysely';

/** Rows of `migrations/0011-bills-and-subscriptions.ts`. Amounts are bigint minor units; times are UTC instants. */

/** A day of the market's calendar, `YYYY-MM-DD`. */
type Day = ColumnType<string, string, string>;

export interface SubscriptionsTable {
  id: string;
  lead_id: string;
  order_id: string | null;
  brand: string;
  variant: string | null;
  business: string;
  product_code: string;
  plan_id: string;
  market: string;
  locale: string;
  currency: string;
  amount: bigint;
  state: string;
  term_from: Day;
  term_to: Day;
  created_at: Date;
}

export interface InvoicesTable {
  id: string;
  number: Generated<bigint>;
  kind: string;
  session_id: string;
  subscription_id: string | null;
  description: string;
  due_on: Day;
  created_at: Date;
  canceled_at: Date | null;
}

export interface RecoveriesTable {
  id: string;
  kind: string;
  session_id: string;
  created_at: Date;
}

export interface CapabilitiesTable {
  token_hash: string;
  subject_id: string;
  expires_at: Date;
  created_at: Date;
}
