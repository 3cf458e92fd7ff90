import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Row shapes of the tables in `migrations/`. Amounts are bigint minor units; times are UTC instants. */

type Json<T extends object> = JSONColumnType<T, string, string>;
type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>;
/** Written once: no update type, so that the compiler refuses what the database would refuse too. */
type Once<T> = ColumnType<T, T, never>;

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
  created_at: Date;
  updated_at: Date;
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
  created_at: Date;
  expires_at: Date;
}

export interface OrdersTable {
  id: string;
  number: Generated<bigint>;
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
  state: string;
  created_at: Date;
  paid_at: Date | null;
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
  expires_at: Date;
  deadline_at: Date;
  next_check_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface IdempotencyKeysTable {
  scope: Once<string>;
  key: Once<string>;
  fingerprint: Once<string>;
  order_id: string | null;
  attempt_id: string | null;
  body: NullableJson<JsonObject>;
  created_at: Date;
}

export interface VouchersTable {
  brand: string;
  code: string;
  used: Generated<bigint>;
}

export interface VoucherUsesTable {
  order_id: string;
  brand: string;
  code: string;
  at: Date;
  released_at: Date | null;
}

export interface LedgerTransfersTable {
  id: Generated<bigint>;
  kind: Once<string>;
  gateway: Once<string>;
  movement_id: Once<string>;
  order_id: Once<string>;
  attempt_id: Once<string>;
  debit_account: Once<string>;
  credit_account: Once<string>;
  amount: Once<bigint>;
  currency: Once<string>;
  occurred_at: Once<Date>;
  recorded_at: Once<Date>;
}

export interface MoneyBreaksTable {
  id: string;
  kind: string;
  order_id: string;
  attempt_id: string;
  movement_id: string;
  amount: bigint;
  currency: string;
  task: string;
  state: string;
  refund_reference: string | null;
  tries: Generated<number>;
  created_at: Date;
  resolved_at: Date | null;
}

export interface AccessGrantsTable {
  id: string;
  order_id: string;
  lead_id: string;
  brand: string;
  product_code: string;
  state: string;
  granted_at: Date;
}

export interface AccessTokensTable {
  token_hash: string;
  grant_id: string;
  purpose: string;
  expires_at: Date;
  used_at: Date | null;
  created_at: Date;
}

export interface MessagesTable {
  id: string;
  order_id: string;
  kind: string;
  dedup: string;
  state: string;
  tries: Generated<number>;
  created_at: Date;
  sent_at: Date | null;
}

export interface OutboxEventsTable {
  id: Generated<bigint>;
  type: string;
  order_id: string;
  dedup: string;
  payload: Json<JsonObject>;
  created_at: Date;
}

export interface NotificationsTable {
  id: string;
  gateway: string;
  event_id: string;
  reference: string | null;
  attempt_id: string | null;
  state: string;
  reason: string | null;
  tries: Generated<number>;
  received_at: Date;
  handled_at: Date | null;
}

export interface GatewayCursorsTable {
  gateway: string;
  cursor: string | null;
  updated_at: Date;
}

export interface Database {
  checkout_sessions: CheckoutSessionsTable;
  leads: LeadsTable;
  consents: ConsentsTable;
  quotes: QuotesTable;
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  tenders: TendersTable;
  attempts: AttemptsTable;
  idempotency_keys: IdempotencyKeysTable;
  vouchers: VouchersTable;
  voucher_uses: VoucherUsesTable;
  ledger_transfers: LedgerTransfersTable;
  money_breaks: MoneyBreaksTable;
  access_grants: AccessGrantsTable;
  access_tokens: AccessTokensTable;
  messages: MessagesTable;
  outbox_events: OutboxEventsTable;
  notifications: NotificationsTable;
  gateway_cursors: GatewayCursorsTable;
}
