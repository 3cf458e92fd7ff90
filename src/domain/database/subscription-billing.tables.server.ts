import type { Currency } from '#src/kernel/money/money.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Day, DayOrNull, TimeOrNull } from './column-types.server.ts';

/** Rows of `migrations/0008-subscription-billing.ts`. */

export interface MandateChargesTable {
  mandate_id: string;
  charge_number: number;
  due_on: Day;
  invoice_id: ColumnType<string | null, string | null | undefined, string | null>;
  order_id: ColumnType<string | null, string | null | undefined, string | null>;
  attempt_id: ColumnType<string | null, string | null | undefined, string | null>;
  tries: ColumnType<JsonValue, string | undefined, string>;
  retry_on: DayOrNull;
  reserved_until: Date;
  created_at: Date;
}

export interface DunningsTable {
  subscription_id: string;
  period_number: number;
  started_on: ColumnType<string, string, never>;
  suspended_on: DayOrNull;
  seen_attempts: number;
  retries: Generated<number>;
  retry_at: TimeOrNull;
  needs_instrument: Generated<boolean>;
  next_check_at: Date | null;
  outcome: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Date;
  ended_at: TimeOrNull;
}

export interface SubscriptionNoticesTable {
  id: string;
  subscription_id: string;
  period_number: number;
  kind: string;
  channel: string;
  state: string;
  details: JSONColumnType<JsonObject, string | undefined, string>;
  created_at: Date;
  completed_at: TimeOrNull;
  locked_until: TimeOrNull;
}

export interface PlanChangesTable {
  order_id: string;
  subscription_id: string;
  from_plan_id: string;
  to_plan_id: string;
  period_start: Day;
  period_end: Day;
  price: bigint;
  currency: string;
  from_price: bigint | null;
  from_period_months: number | null;
  state: 'open' | 'applied' | 'missed' | 'canceled' | 'reverted';
  created_at: Date;
  completed_at: Date | null;
}

export interface TrialsTable {
  order_id: string;
  started_on: Day;
  free_until: Day;
  first_charge_on: Day;
  amount: bigint;
  currency: Currency;
  installments: Generated<number>;
  payment_profile_id: string | null;
  consent_id: string | null;
  accepted_at: Date;
}

export interface TrialIdentitiesTable {
  business: string;
  product_code: string;
  identity_key: string;
  order_id: string;
}

export interface CustomOffersTable {
  id: string;
  brand: string;
  variant: string | null;
  business: string;
  product_code: string;
  plan_id: string;
  market: Country;
  locale: Locale;
  seller: string;
  currency: Currency;
  amount: bigint;
  subscription_id: string | null;
  lead_id: string;
  expires_on: Day;
  created_at: Date;
  accepted_at: Date | null;
  payment_profile_id: string | null;
  invoice_id: string | null;
  /** The operator who wrote it down; null: a sample. */
  requested_by: string | null;
  /** Below the floor: it opens nothing before a second operator has agreed. */
  needs_approval: boolean;
  confirmed_by: string | null;
  confirmed_at: Date | null;
}
