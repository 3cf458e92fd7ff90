import type { ColumnType, Generated } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';

/** Rows of `migrations/0003-money.ts` and `0013-money-that-went-back.ts`. Amounts are bigint minor units; times are UTC instants. */

type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>;
/** Written once: no update type, so that the compiler refuses what the database would refuse too. */
type Once<T> = ColumnType<T, T, never>;
/** The staff's own words: an erasure takes them out. */
type Erasable = ColumnType<string, string, string>;

export interface IdempotencyKeysTable {
  scope: Once<string>;
  key: Once<string>;
  /** Keyed hash of what was asked; null once its person was erased. */
  fingerprint: ColumnType<string | null, string | null, null>;
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

/** `migrations/0030-ledger-days.ts`. `day` is UTC; hashes are SHA-256, hex; a signature is Ed25519, base64url. */
export interface LedgerDaysTable {
  day: Once<LocalDate>;
  lines: Once<bigint>;
  last_id: Once<bigint>;
  previous_hash: Once<string>;
  hash: Once<string>;
  key_id: Once<string | null>;
  signature: Once<string | null>;
  sealed_at: Once<Date>;
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
  assigned_to: Generated<string | null>;
  assigned_at: Generated<Date | null>;
  resolved_by: Generated<string | null>;
  /** The operator's own: a bank's payment, a case number. */
  reference: Generated<string | null>;
  outcome: Generated<string | null>;
}

/** A refund or a dispute, once per movement of a gateway. */
export interface ReversalsTable {
  id: Once<string>;
  gateway: Once<string>;
  movement_id: Once<string>;
  order_id: Once<string>;
  attempt_id: Once<string>;
  amount: Once<bigint>;
  currency: Once<string>;
  occurred_at: Once<Date>;
  recorded_at: Once<Date>;
}

/** Money that we were asked to give back (`migrations/0016-several-tenders.ts`). */
export interface RefundRequestsTable {
  id: Once<string>;
  order_id: Once<string>;
  amount: Once<bigint>;
  currency: Once<string>;
  reason: Erasable;
  requested_at: Once<Date>;
  /** Who of the staff asked, and who else agreed (`migrations/0039-a-second-pair-of-eyes.ts`); null: a rule of the product. */
  asked_by: Once<string | null>;
  confirmed_by: Once<string | null>;
}

/** Money that one of the staff wants to send back, and somebody else has to agree to. */
export interface WaitingRefundsTable {
  /** The name that the refund will have. */
  id: Once<string>;
  order_id: Once<string>;
  amount: Once<bigint>;
  currency: Once<string>;
  reason: Erasable;
  state: 'waiting' | 'confirmed' | 'turned-down';
  asked_by: Once<string>;
  asked_at: Once<Date>;
  expires_at: Once<Date>;
  decided_by: string | null;
  decided_at: Date | null;
}

/** What of a request goes back by one capture. */
export interface RefundPartsTable {
  id: Once<string>;
  request_id: Once<string>;
  order_id: Once<string>;
  attempt_id: Once<string>;
  capture_id: string;
  /** Less where a dispute that was lost has paid the rest. */
  amount: bigint;
  state: string;
  movement_id: string | null;
  /** Under which key its gateway is asked, when it is not its id. */
  refund_key: Generated<string | null>;
  requested_at: Date;
  ended_at: Date | null;
  /** How much of it a dispute holds. */
  disputed_amount: Generated<bigint>;
  assigned_to: Generated<string | null>;
  assigned_at: Generated<Date | null>;
}
