import type { Generated } from 'kysely';
import type { Currency } from '#src/kernel/money/money.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { WriteOnce } from './column-types.server.ts';

/** Rows of `migrations/0004-ledger.ts` and `migrations/0022-figures.ts`. */

export interface LedgerTransfersTable {
  id: Generated<bigint>;
  kind: WriteOnce<string>;
  gateway: WriteOnce<string>;
  movement_id: WriteOnce<string>;
  order_id: WriteOnce<string>;
  attempt_id: WriteOnce<string>;
  debit_account: WriteOnce<string>;
  credit_account: WriteOnce<string>;
  amount: WriteOnce<bigint>;
  currency: WriteOnce<Currency>;
  occurred_at: WriteOnce<Date>;
  recorded_at: WriteOnce<Date>;
}

/** `day` is UTC; hashes are SHA-256, hex; a signature is Ed25519, base64url. */
export interface LedgerDaysTable {
  day: WriteOnce<LocalDate>;
  lines: WriteOnce<bigint>;
  last_id: WriteOnce<bigint>;
  previous_hash: WriteOnce<string>;
  hash: WriteOnce<string>;
  key_id: WriteOnce<string | null>;
  signature: WriteOnce<string | null>;
  sealed_at: WriteOnce<Date>;
}

/** `book_day` is UTC, `money_day` of the market's calendar; `amount` in minor units. */
export interface DaySumsTable {
  book_day: WriteOnce<LocalDate>;
  money_day: WriteOnce<LocalDate>;
  brand: WriteOnce<string>;
  gateway: WriteOnce<string>;
  method: WriteOnce<string>;
  currency: WriteOnce<Currency>;
  kind: WriteOnce<string>;
  amount: WriteOnce<bigint>;
  lines: WriteOnce<number>;
}

export interface ReconciliationExceptionsTable {
  id: string;
  kind: 'surplus' | 'underpaid' | 'contradiction' | 'refund' | 'dispute' | 'excess' | 'dispute-won';
  order_id: string;
  attempt_id: string;
  movement_id: string;
  amount: bigint;
  currency: Currency;
  task:
    | 'give-back'
    | 'give-back-by-hand'
    | 'collect-or-refund'
    | 'look-into-charge'
    | 'confirm-refund'
    | 'answer-dispute'
    | 'recover-excess'
    | 'restore-after-dispute';
  state: 'open' | 'resolved';
  refund_reference: string | null;
  tries: Generated<number>;
  created_at: Date;
  resolved_at: Date | null;
  assigned_to: Generated<string | null>;
  assigned_at: Generated<Date | null>;
  resolved_by: Generated<string | null>;
  /** The operator's own: a bank's payment, a case number. */
  reference: Generated<string | null>;
  outcome: Generated<'won' | 'lost' | 'expired' | null>;
}
