import type { ColumnType, Generated } from 'kysely';

/** Rows of `migrations/0011-bills-and-subscriptions.ts`. Amounts are bigint minor units; times are UTC instants. */

/** A day of the market's calendar, `YYYY-MM-DD`. */
type Day = ColumnType<string, string, string>;
type DayOrNull = ColumnType<string | null, string | null | undefined, string | null>;
type TextOrNull = ColumnType<string | null, string | null | undefined, string | null>;
type TimeOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

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
  /** Columns of `migrations/0020-subscription-periods.ts`. */
  anchor: Day;
  period_months: number;
  people: Generated<number>;
  next_charge_on: DayOrNull;
  trial_until: DayOrNull;
  means: Generated<string>;
  payment_profile_id: TextOrNull;
  recurrence_id: TextOrNull;
  installments: Generated<number>;
  past_due_since: TimeOrNull;
  paused_at: TimeOrNull;
  suspended_at: TimeOrNull;
  canceled_at: TimeOrNull;
  cancels_on: DayOrNull;
  cancel_reason: TextOrNull;
  next_plan_id: TextOrNull;
  next_amount: ColumnType<bigint | null, bigint | null | undefined, bigint | null>;
  next_period_months: ColumnType<number | null, number | null | undefined, number | null>;
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
