import type { ColumnType, Generated } from 'kysely';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Day, NullUntilSet, WriteOnce } from './column-types.server.ts';

/** Rows of `migrations/0005-refunds.ts`. */

/** Written by operators: an erasure replaces it. */
type Erasable = ColumnType<string, string, string>;

/** A refund or a dispute, once per movement of a gateway. */
export interface ReturnedMoneyTable {
  id: WriteOnce<string>;
  gateway: WriteOnce<string>;
  movement_id: WriteOnce<string>;
  order_id: WriteOnce<string>;
  attempt_id: WriteOnce<string>;
  amount: WriteOnce<bigint>;
  currency: WriteOnce<Currency>;
  occurred_at: WriteOnce<Date>;
  recorded_at: WriteOnce<Date>;
}

export type DisputeStage = 'inquiry' | 'chargeback' | 'pre-arbitration' | 'arbitration';

/** A dispute: its movement, and what is known of the case. Rows also of `migrations/0018-recording.ts`. */
export interface DisputesTable extends ReturnedMoneyTable {
  /** The scheme's or the bank's code. */
  reason: Generated<string | null>;
  stage: Generated<DisputeStage>;
  evidence_due: Generated<Date | null>;
  outcome: Generated<'won' | 'lost' | 'expired' | null>;
  decided_at: Generated<Date | null>;
}

export interface DisputeResponsesTable {
  id: WriteOnce<string>;
  dispute_id: WriteOnce<string>;
  order_id: WriteOnce<string>;
  kind: WriteOnce<'evidence' | 'concession'>;
  stage: WriteOnce<DisputeStage>;
  statement: Erasable;
  reference: WriteOnce<string>;
  pack_hash: WriteOnce<string | null>;
  responded_by: WriteOnce<string>;
  at: WriteOnce<Date>;
}

/** A requested refund. */
export interface RefundRequestsTable {
  id: WriteOnce<string>;
  order_id: WriteOnce<string>;
  amount: WriteOnce<bigint>;
  currency: WriteOnce<Currency>;
  reason: Erasable;
  requested_at: WriteOnce<Date>;
  /** The operators who requested and approved it; null: a rule of the product. */
  requested_by: WriteOnce<string | null>;
  confirmed_by: WriteOnce<string | null>;
}

/** The part of a request that goes back by one capture. */
export interface RefundPartsTable {
  id: WriteOnce<string>;
  request_id: WriteOnce<string>;
  order_id: WriteOnce<string>;
  attempt_id: WriteOnce<string>;
  capture_id: string;
  /** Less where a dispute that was lost has paid the rest. */
  amount: bigint;
  state: 'wanted' | 'by-hand' | 'disputed' | 'done' | 'canceled';
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

/** A refund that waits for the approval of another operator. */
export interface PendingRefundsTable {
  /** The name that the refund will have. */
  id: WriteOnce<string>;
  order_id: WriteOnce<string>;
  amount: WriteOnce<bigint>;
  currency: WriteOnce<Currency>;
  reason: Erasable;
  state: 'waiting' | 'confirmed' | 'turned-down';
  /** `staff:<account id>` or `token:<name>`, with the account of whoever holds it. */
  requested_by: WriteOnce<string>;
  requested_account: ColumnType<string | null, string | null | undefined, never>;
  requested_at: WriteOnce<Date>;
  expires_at: WriteOnce<Date>;
  decided_by: string | null;
  decided_account: NullUntilSet<string>;
  decided_at: Date | null;
}

export interface CoolingOffRequestsTable {
  order_id: string;
  contract_at: Date;
  last_day: Day;
  requested_at: Date;
  refund_id: string | null;
  amount: bigint;
  currency: Currency;
  completed_at: Date | null;
}

export interface PayoutDetailsTable {
  order_id: string;
  kind: 'cpf' | 'cnpj' | 'email' | 'phone' | 'random' | 'account';
  sealed: string;
  hint: string;
  given_at: Date;
}

/** Changes of payout details: when, and from which address. */
export interface PayoutChangesTable {
  id: string;
  order_id: string;
  kind: string;
  hint: string;
  ip: string;
  given_at: Date;
}
