import type { ColumnType, Generated } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Rows of `migrations/0024-papers-of-a-sale.ts`. Amounts are bigint minor units; times are UTC instants. */

/** Written once: no update type, so that the compiler refuses what the database would refuse too. */
type Once<T> = ColumnType<T, T, never>;
/** Null unless it is given. */
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface ContractsTable {
  id: Once<string>;
  session_id: Once<string>;
  quote_id: Once<string>;
  locale: Once<string>;
  terms_version: Once<string>;
  body: string;
  personal_texts: ColumnType<readonly string[], string, string>;
  text_hash: Once<string>;
  created_at: Once<Date>;
  erased_at: Later<Date>;
}

export interface ContractAcceptancesTable {
  id: Once<string>;
  contract_id: Once<string>;
  session_id: Once<string>;
  quote_id: Once<string>;
  text_hash: Once<string>;
  label: Once<string>;
  ip: string;
  accepted_at: Once<Date>;
}

export interface EvidenceLinksTable {
  order_id: Once<string>;
  position: Once<number>;
  kind: Once<string>;
  source: Once<string>;
  occurred_at: Once<Date>;
  recorded_at: Once<Date>;
  body: Once<string>;
  previous_hash: Once<string>;
  hash: Once<string>;
  disclosed: ColumnType<JsonObject | null, string | null, null>;
}

export interface PapersProgressTable {
  id: Generated<boolean>;
  event_id: bigint;
}

export interface FiscalNotesTable {
  id: Once<string>;
  order_id: Once<string>;
  sequence: Once<number>;
  state: string;
  issuer: Once<string>;
  series: Once<string>;
  number: Once<bigint>;
  declaration_id: Once<string>;
  declaration: string;
  amount: Once<bigint>;
  currency: Once<string>;
  note_number: Later<string>;
  access_key: Later<string>;
  link: Later<string>;
  refusal: Later<string>;
  tries: Generated<number>;
  next_try_at: Later<Date>;
  created_at: Once<Date>;
  issued_at: Later<Date>;
  canceled_at: Later<Date>;
}

export interface FiscalNumbersTable {
  issuer: string;
  series: string;
  last: bigint;
}
