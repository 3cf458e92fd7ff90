import type { ColumnType, Generated } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import type { NullUntilSet, WriteOnce } from './column-types.server.ts';

/** Rows of `migrations/0011-documents.ts`. */

export interface ContractsTable {
  id: WriteOnce<string>;
  session_id: WriteOnce<string>;
  quote_id: WriteOnce<string>;
  locale: WriteOnce<Locale>;
  terms_version: WriteOnce<string>;
  body: string;
  personal_texts: ColumnType<readonly string[], string, string>;
  text_hash: WriteOnce<string>;
  created_at: WriteOnce<Date>;
  erased_at: NullUntilSet<Date>;
}

export interface ContractAcceptancesTable {
  id: WriteOnce<string>;
  contract_id: WriteOnce<string>;
  session_id: WriteOnce<string>;
  quote_id: WriteOnce<string>;
  text_hash: WriteOnce<string>;
  label: WriteOnce<string>;
  ip: string;
  accepted_at: WriteOnce<Date>;
}

export interface AuditEntriesTable {
  order_id: WriteOnce<string>;
  position: WriteOnce<number>;
  kind: WriteOnce<string>;
  source: WriteOnce<string>;
  occurred_at: WriteOnce<Date>;
  recorded_at: WriteOnce<Date>;
  body: WriteOnce<string>;
  previous_hash: WriteOnce<string>;
  hash: WriteOnce<string>;
  disclosed: ColumnType<JsonObject | null, string | null, null>;
}

export interface DocumentProgressTable {
  id: Generated<boolean>;
  event_id: bigint;
}

export interface FiscalNotesTable {
  id: WriteOnce<string>;
  order_id: WriteOnce<string>;
  sequence: WriteOnce<number>;
  state: 'requested' | 'issued' | 'cancel-requested' | 'canceled' | 'refused';
  issuer: WriteOnce<string>;
  series: WriteOnce<string>;
  number: WriteOnce<bigint>;
  declaration_id: WriteOnce<string>;
  declaration: string;
  amount: WriteOnce<bigint>;
  currency: WriteOnce<string>;
  note_number: NullUntilSet<string>;
  access_key: NullUntilSet<string>;
  link: NullUntilSet<string>;
  refusal: NullUntilSet<string>;
  tries: Generated<number>;
  next_try_at: NullUntilSet<Date>;
  created_at: WriteOnce<Date>;
  issued_at: NullUntilSet<Date>;
  canceled_at: NullUntilSet<Date>;
}

/** Notes of staff about a sale. Rows of `migrations/0020-sale-notes.ts`. */
export interface SaleNotesTable {
  id: WriteOnce<string>;
  order_id: WriteOnce<string>;
  written_by: WriteOnce<string>;
  /** Null once the buyer was erased. */
  text: ColumnType<string | null, string, null>;
  at: WriteOnce<Date>;
}

export interface FiscalNumbersTable {
  issuer: string;
  series: string;
  last: bigint;
}
