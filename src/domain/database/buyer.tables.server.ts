import type { ColumnType, JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Rows of `migrations/0001-buyers.ts`. Amounts are bigint minor units; times are UTC instants. */

type Json<T extends object> = JSONColumnType<T, string, string>;
type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>;

interface SessionUpsellJson {
  readonly orderId: string;
  readonly offerId: string;
  readonly planId: string;
  readonly basisPoints: number;
}

/** Empty unless something was answered. */
type Answers = ColumnType<JsonObject, string | undefined, string | JsonObject>;

/** Null unless it is given. */
type OptionalJson = ColumnType<JsonObject | null, string | null | undefined, string | null>;
type Optional = ColumnType<string | null, string | null | undefined, string | null>;

export interface CheckoutSessionsTable {
  id: string;
  browser_hash: string;
  brand: string;
  variant: string | null;
  business: string;
  product_code: string;
  offer: string;
  flow_id: string;
  market: string;
  locale: string;
  seller: string;
  source: string;
  link: Json<Record<string, string>>;
  lead_id: string | null;
  order_id: string | null;
  /** Column of `migrations/0008-upsells.ts`. */
  upsell: NullableJson<SessionUpsellJson>;
  /** Column of `migrations/0007-session-answers.ts`. */
  answers: Answers;
  /** Column of `migrations/0015-analytics-clients.ts`. */
  analytics_client_id: Optional;
  created_at: Date;
  touched_at: Date;
}

export interface LeadsTable {
  id: string;
  session_id: string;
  brand: string;
  business: string;
  product_code: string;
  market: string;
  locale: string;
  seller: string;
  source: string;
  name: string;
  email: string;
  phone: string;
  birth_date: ColumnType<string | null, string | null, string | null>;
  document_type: string | null;
  document_number: string | null;
  relation_account: string | null;
  address: NullableJson<JsonObject>;
  /** How the buyer heard of the school: an id of the brand's list. */
  referrer: string | null;
  /** The number that a code proved; the lead is verified while it is the lead's own. */
  verified_phone: string | null;
  phone_verified_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Column of `migrations/0034-leads-to-forget.ts`. */
  kept_at: Date | null;
}

export interface ConsentsTable {
  id: string;
  session_id: string;
  kind: string;
  accepted: boolean;
  label: string;
  text_hash: string;
  ip: string;
  at: Date;
}

export interface QuotesTable {
  id: string;
  session_id: string;
  product_code: string;
  plan_id: string;
  plan_type: string;
  currency: string;
  lines: Json<JsonObject[]>;
  voucher: string | null;
  discount: bigint;
  total: bigint;
  installments: Json<JsonObject[]>;
  methods: Json<JsonObject[]>;
  /** Column of `migrations/0022-trials-and-offers.ts`. */
  trial: OptionalJson;
  created_at: Date;
  expires_at: Date;
}
