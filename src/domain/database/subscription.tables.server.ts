import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Day, DayOrNull, TextOrNull, TimeOrNull } from './column-types.server.ts';

/** Rows of `migrations/0007-subscriptions.ts`. */

export interface MandatesTable {
  id: string;
  order_id: string;
  attempt_id: string;
  gateway: string;
  reference: string;
  currency: string;
  amount: bigint;
  period: string;
  first_due_on: Day;
  state: string;
  ended_by: string | null;
  next_check_at: Date | null;
  next_send_on: DayOrNull;
  created_at: Date;
  updated_at: Date;
}

export interface SubscriptionsTable {
  id: string;
  lead_id: string;
  order_id: string | null;
  brand: string;
  variant: string | null;
  business: string;
  product_code: string;
  plan_id: string;
  market: Country;
  locale: Locale;
  currency: Currency;
  amount: bigint;
  state: 'trialing' | 'active' | 'past-due' | 'paused' | 'suspended' | 'canceled';
  period_start: Day;
  period_end: Day;
  created_at: Date;
  anchor: Day;
  period_months: number;
  people: Generated<number>;
  next_charge_on: DayOrNull;
  trial_until: DayOrNull;
  instrument: Generated<'profile' | 'mandate' | 'invoice'>;
  payment_profile_id: TextOrNull;
  mandate_id: TextOrNull;
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
  kind: 'invoice' | 'renew' | 'direct' | 'sale-invoice' | 'first-invoice-payment' | 'upgrade';
  session_id: string;
  subscription_id: string | null;
  description: string;
  due_on: Day;
  created_at: Date;
  canceled_at: Date | null;
}

export interface BillingPeriodsTable {
  subscription_id: string;
  number: number;
  due_on: Day;
  period_start: Day;
  period_end: Day;
  anchor_months: number;
  order_id: TextOrNull;
  invoice_id: TextOrNull;
  state: 'due' | 'charging' | 'paid' | 'failed' | 'waived';
  tries: Generated<number>;
  next_try_at: TimeOrNull;
  created_at: Date;
  paid_at: TimeOrNull;
  /** When it is looked at for what is announced before its charge. */
  upcoming_check_at: TimeOrNull;
}

export interface SubscriptionEventsTable {
  id: Generated<bigint>;
  subscription_id: string;
  event: string;
  from_state: string | null;
  to_state: string;
  details: JSONColumnType<JsonObject, string | undefined, never>;
  at: Date;
}
