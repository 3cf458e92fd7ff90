import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Json, NullUntilSet, WriteOnce } from './column-types.server.ts';

/** Rows of `migrations/0024-exports.ts`. */
export interface ExportsTable {
  id: WriteOnce<string>;
  asked_by: WriteOnce<string>;
  session_id: WriteOnce<string>;
  ip_group: WriteOnce<string>;
  kind: WriteOnce<'sales' | 'ledger'>;
  format: WriteOnce<'csv' | 'xlsx'>;
  locale: WriteOnce<string>;
  is_personal: WriteOnce<boolean>;
  filters: Json<JsonObject>;
  scope: Json<JsonObject>;
  people: WriteOnce<number>;
  approval_id: WriteOnce<string | null>;
  state: 'making' | 'ready' | 'failed' | 'fetched' | 'expired';
  failure: NullUntilSet<string>;
  cursor: NullUntilSet<string>;
  chunks: number;
  rows: bigint;
  created_at: WriteOnce<Date>;
  ready_at: NullUntilSet<Date>;
  expires_at: NullUntilSet<Date>;
  ticket_hash: NullUntilSet<string>;
  ticket_until: NullUntilSet<Date>;
  fetched_at: NullUntilSet<Date>;
}

export interface ExportChunksTable {
  export_id: WriteOnce<string>;
  n: WriteOnce<number>;
  bytes: WriteOnce<Buffer>;
}
