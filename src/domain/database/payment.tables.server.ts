import type { ColumnType, Generated } from 'kysely';
import type { Currency } from '#src/kernel/money/money.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { AttemptState } from './attempt-state.types.ts';
import type { Json, NullableJson, WriteOnce } from './column-types.server.ts';

/** Rows of `migrations/0003-payments.ts`. */

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

/** The history of an attempt: a row per transition, and per fact that brought money without one. Append-only. */
export interface AttemptEventsTable {
  id: Generated<bigint>;
  attempt_id: WriteOnce<string>;
  from_state: WriteOnce<AttemptState | null>;
  to_state: WriteOnce<AttemptState>;
  source: WriteOnce<string>;
  /** SHA-256 of the fact's money; null where no gateway reported one. */
  fact_hash: WriteOnce<string | null>;
  decline_code: WriteOnce<string | null>;
  movements: WriteOnce<string | null>;
  at: WriteOnce<Date>;
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
  currency: Currency;
  installments: number;
  state: AttemptState;
  reference: string | null;
  payer: Json<JsonObject>;
  kept: Json<JsonObject>;
  instructions: NullableJson<JsonObject>;
  next_action: NullableJson<JsonObject>;
  decline_code: string | null;
  decline_raw: string | null;
  single_use_hash: string | null;
  superseded: Generated<boolean>;
  /** `requested` until the gateway has voided the charge, `done` after. */
  void_state: 'requested' | 'done' | null;
  checks: Generated<number>;
  not_found: Generated<number>;
  /** Contradicting answers in a row. */
  contradictions: Generated<number>;
  /** Its place among the parts of one call; null: it pays alone. */
  part: ColumnType<number | null, number | null | undefined, never>;
  /** The encrypted request to its gateway until the part starts. */
  sealed_request: ColumnType<string | null, string | null | undefined, string | null>;
  capture_requested: Generated<boolean>;
  expires_at: Date;
  deadline_at: Date;
  next_check_at: Date | null;
  /** When a captured attempt is polled once more. */
  recheck_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** End of the lease of the process that polls a gateway which may charge on a poll; null: there is none. */
  poll_lease_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
  updated_at: Date;
}

export interface IdempotencyKeysTable {
  scope: WriteOnce<string>;
  key: WriteOnce<string>;
  /** Keyed hash of the request; null once its buyer was erased. */
  fingerprint: ColumnType<string | null, string | null, null>;
  order_id: string | null;
  attempt_id: string | null;
  body: NullableJson<JsonObject>;
  created_at: Date;
}

export interface PaymentProfilesTable {
  id: string;
  browser_hash: string;
  session_id: string;
  lead_id: string;
  email: string;
  business: string;
  market: string;
  rail: string;
  gateway: string;
  token: string;
  instrument_key: string | null;
  brand: string;
  last4: string;
  expiry: string;
  scheme_transaction_id: string | null;
  consent_id: string | null;
  attempt_id: string | null;
  created_at: Date;
  deleted_at: Date | null;
  replaced_by: string | null;
}
