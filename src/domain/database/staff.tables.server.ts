import type { ColumnType, Generated } from 'kysely';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { WriteOnce } from './column-types.server.ts';

/** Rows of `migrations/0016-audit-log.ts`. */

/** `reason` is `{ salt, text }` until an erasure empties it; `reason_hash` is SHA-256 over both, hex. */
export interface AuditLogTable {
  id: Generated<bigint>;
  at: WriteOnce<Date>;
  actor: WriteOnce<string>;
  session_id: WriteOnce<string | null>;
  action: WriteOnce<string>;
  subject_kind: WriteOnce<string>;
  subject_id: WriteOnce<string>;
  brand: WriteOnce<string | null>;
  approval_id: WriteOnce<string | null>;
  detail: ColumnType<Record<string, unknown>, string, never>;
  reason: ColumnType<{ salt: string; text: string } | null, string | null, null>;
  reason_hash: WriteOnce<string | null>;
  ip_group: WriteOnce<string>;
  outcome: WriteOnce<string>;
}

/** `day` is UTC; hashes are SHA-256, hex; a signature is Ed25519, base64url. */
export interface AuditLogDaysTable {
  day: WriteOnce<LocalDate>;
  entries: WriteOnce<bigint>;
  previous_hash: WriteOnce<string>;
  hash: WriteOnce<string>;
  key_id: WriteOnce<string | null>;
  signature: WriteOnce<string | null>;
  sealed_at: WriteOnce<Date>;
}
