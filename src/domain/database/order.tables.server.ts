import type { ColumnType, Generated } from 'kysely';
import type { Currency } from '#src/kernel/money/money.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Json } from './column-types.server.ts';

/** Rows of `migrations/0002-orders.ts`. */

export interface OrdersTable {
  id: string;
  number: Generated<bigint>;
  /** Six letters, drawn by the database. */
  reference: Generated<string>;
  session_id: string;
  lead_id: string;
  quote_id: string;
  brand: string;
  variant: string | null;
  business: string;
  product_code: string;
  plan_id: string;
  market: Country;
  locale: Locale;
  seller: string;
  source: string;
  currency: Currency;
  total: bigint;
  received: Generated<bigint>;
  /** How much of `received` went back. */
  returned: Generated<bigint>;
  state: 'open' | 'partly-paid' | 'paid' | 'refunded' | 'closed';
  created_at: Date;
  paid_at: Date | null;
  /** The paid order after which this one was offered. */
  parent_order_id: string | null;
  analytics_client_id: ColumnType<string | null, string | null | undefined, string | null>;
  purchase_reported_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Until when parts are kept; a closed order that has it was undone. */
  hold_expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The billing period that it pays for; null for an order that begins a subscription. */
  subscription_id: ColumnType<string | null, string | null | undefined, string | null>;
  billing_period_number: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface OrderLinesTable {
  order_id: string;
  position: number;
  kind: 'main' | 'profiles' | 'order-bump' | 'upsell' | 'ticket' | 'late-fee';
  product_code: string;
  plan_id: string;
  title: string;
  standard_amount: bigint;
  amount: bigint;
}

export interface OrderLocationsTable {
  order_id: string;
  kind: string;
  location_id: string;
  name: string;
  detail: Json<JsonObject>;
}

export interface UpsellDecisionsTable {
  order_id: string;
  offer_id: string;
  decision: 'accepted' | 'declined';
  session_id: string | null;
  decided_at: Date;
}
