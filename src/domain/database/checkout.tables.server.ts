import type { ColumnType } from 'kysely';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Json, NullableJson, OptionalJson, TextOrNull } from './column-types.server.ts';

/** Rows of `migrations/0001-checkout.ts` and `migrations/0002-orders.ts`. */

interface SessionUpsellJson {
  readonly orderId: string;
  readonly offerId: string;
  readonly planId: string;
  readonly basisPoints: number;
}

/** Empty unless something was answered. */
type Answers = ColumnType<JsonObject, string | undefined, string | JsonObject>;

export interface CheckoutSessionsTable {
  id: string;
  browser_hash: string;
  brand: string;
  variant: string | null;
  business: string;
  product_code: string;
  offer: string;
  flow_id: string;
  market: Country;
  locale: Locale;
  seller: string;
  source: string;
  link: Json<Record<string, string>>;
  lead_id: string | null;
  order_id: string | null;
  /** Present in the session of an upsell. */
  upsell: NullableJson<SessionUpsellJson>;
  /** What the buyer chose on the steps between lead and payment. */
  answers: Answers;
  /** Null unless the buyer agreed to analytics. */
  analytics_client_id: TextOrNull;
  created_at: Date;
  touched_at: Date;
}

export interface LeadsTable {
  id: string;
  session_id: string;
  brand: string;
  business: string;
  product_code: string;
  market: Country;
  locale: Locale;
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
  /** When it was last found to belong to a purchase. */
  retention_checked_at: Date | null;
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
  currency: Currency;
  lines: Json<JsonObject[]>;
  voucher: string | null;
  discount: bigint;
  total: bigint;
  installments: Json<JsonObject[]>;
  methods: Json<JsonObject[]>;
  /** Trial of the price; null for a price without one. */
  trial: OptionalJson;
  created_at: Date;
  expires_at: Date;
}

export interface SessionLocationsTable {
  session_id: string;
  kind: string;
  location_id: string;
  name: string;
  detail: Json<JsonObject>;
  chosen_at: Date;
}
