import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Rows of `migrations/0002-orders.ts`. Amounts are bigint minor units; times are UTC instants. */

type Json<T extends object> = JSONColumnType<T, string, string>;
type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>;

export interface OrdersTable {
  id: string;
  number: Generated<bigint>;
  /** Six letters (`migrations/0046-order-references.ts`). */
  reference: Generated<string>;
  session_id: string;
  lead_id: string;
  quote_id: string;
  brand: string;
  variant: string | null;
  business: string;
  product_code: string;
  plan_id: string;
  market: string;
  locale: string;
  seller: string;
  source: string;
  currency: string;
  total: bigint;
  received: Generated<bigint>;
  /** How much of `received` went back (`migrations/0013-money-that-went-back.ts`). */
  returned: Generated<bigint>;
  state: string;
  created_at: Date;
  paid_at: Date | null;
  /** The paid order after which this one was offered (`migrations/0008-upsells.ts`). */
  parent_order_id: string | null;
  /** Columns of `migrations/0015-analytics-clients.ts`. */
  analytics_client_id: ColumnType<string | null, string | null | undefined, string | null>;
  purchase_told_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** `migrations/0016-several-tenders.ts`: until when parts are kept; a closed order that has it was undone. */
  rescue_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** `migrations/0020-subscription-periods.ts`: the term that it pays for; null for an order that begins one. */
  subscription_id: ColumnType<string | null, string | null | undefined, string | null>;
  subscription_period: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface OrderLinesTable {
  order_id: string;
  position: number;
  kind: string;
  product_code: string;
  plan_id: string;
  title: string;
  standard_amount: bigint;
  amount: bigint;
}

export interface TendersTable {
  id: string;
  order_id: string;
  method: string;
  rail: string;
  /** Part of the order's price. */
  principal: bigint;
  /** What the buyer pays on top for installments. */
  interest: bigint;
  installments: number;
  created_at: Date;
}

export interface AttemptsTable {
  id: string;
  serial: Generated<bigint>;
  order_id: string;
  tender_id: string;
  number: number;
  rail: string;
  gateway: string;
  method: string;
  amount: bigint;
  currency: string;
  installments: number;
  state: string;
  reference: string | null;
  payer: Json<JsonObject>;
  kept: Json<JsonObject>;
  instructions: NullableJson<JsonObject>;
  next_action: NullableJson<JsonObject>;
  decline_code: string | null;
  decline_raw: string | null;
  one_use_hash: string | null;
  superseded: Generated<boolean>;
  /** `wanted` while a release (void) is owed to the gateway, `done` after. */
  release_state: string | null;
  checks: Generated<number>;
  not_found: Generated<number>;
  /** `migrations/0014-charges-that-contradict.ts`. */
  contradictions: Generated<number>;
  /** Columns of `migrations/0016-several-tenders.ts`: its place among the parts of one call; null = it pays alone. */
  leg: ColumnType<number | null, number | null | undefined, never>;
  /** What its gateway will be told, sealed, while it waits for its turn. */
  pending: ColumnType<string | null, string | null | undefined, string | null>;
  capture_wanted: Generated<boolean>;
  expires_at: Date;
  deadline_at: Date;
  next_check_at: Date | null;
  /** `migrations/0027-looking-back.ts`: when a payment that took its money is asked about once more. */
  look_back_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** `migrations/0040-asked-by-one.ts`: until when one process asks a company that may charge meanwhile; null = none does. */
  asked_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
  updated_at: Date;
}
