import type { ColumnType, Generated } from 'kysely';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Json, NullUntilSet, TextOrNull, TimeOrNull, WriteOnce } from './column-types.server.ts';

/** Rows of `migrations/0016-audit-log.ts`, `migrations/0017-staff.ts` and `migrations/0025-staff-sign-ins.ts`. */

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
  detail: ColumnType<JsonObject, string, never>;
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

export interface StaffAccountsTable {
  id: WriteOnce<string>;
  issuer: WriteOnce<string>;
  subject: WriteOnce<string>;
  email: string;
  name: string;
  locale: string;
  token_name: NullUntilSet<string>;
  access_requested_at: NullUntilSet<Date>;
  created_at: WriteOnce<Date>;
  /** Null: never. */
  signed_in_at: TimeOrNull;
  left_at: NullUntilSet<Date>;
}

export interface StaffGrantsTable {
  id: WriteOnce<string>;
  account_id: WriteOnce<string>;
  role: WriteOnce<string>;
  scope: WriteOnce<string>;
  until: Date | null;
  source: WriteOnce<'console' | 'directory' | 'first'>;
  granted_by: WriteOnce<string | null>;
  approved_by: WriteOnce<string | null>;
  granted_at: WriteOnce<Date>;
  ended_at: NullUntilSet<Date>;
  ended_by: NullUntilSet<string>;
}

export interface StaffSessionsTable {
  id: WriteOnce<string>;
  token_hash: string;
  account_id: WriteOnce<string>;
  created_at: WriteOnce<Date>;
  seen_at: Date;
  expires_at: WriteOnce<Date>;
  ip_group: WriteOnce<string>;
  agent: WriteOnce<string>;
  authenticated_at: Date;
  acr: string | null;
  refresh_token: string | null;
  directory_checked_at: Date;
  ended_at: NullUntilSet<Date>;
  ended_because: NullUntilSet<string>;
}

export interface StaffFirstLinksTable {
  token_hash: WriteOnce<string>;
  email: WriteOnce<string>;
  created_at: WriteOnce<Date>;
  expires_at: WriteOnce<Date>;
  used_at: NullUntilSet<Date>;
  used_by: NullUntilSet<string>;
}

export interface ApprovalRequestsTable {
  id: WriteOnce<string>;
  kind: WriteOnce<'export' | 'erasure' | 'grant'>;
  brand: WriteOnce<string | null>;
  payload: Json<JsonObject>;
  shown: Json<JsonObject>;
  /** An erasure replaces it. */
  reason: ColumnType<string, string, string>;
  state: 'waiting' | 'approved' | 'rejected' | 'taken-back';
  asked_by: WriteOnce<string>;
  asked_at: WriteOnce<Date>;
  expires_at: WriteOnce<Date>;
  decided_by: NullUntilSet<string>;
  decided_at: NullUntilSet<Date>;
  used_at: NullUntilSet<Date>;
}

/** Rows of `migrations/0027-saved-views.ts`. */
export interface SavedViewsTable {
  id: WriteOnce<string>;
  list: WriteOnce<'sales' | 'subscriptions' | 'tasks' | 'disputes'>;
  name: string;
  owner_id: WriteOnce<string>;
  shared_with: TextOrNull;
  filters: Json<Readonly<Record<string, readonly string[]>>>;
  columns: string[];
  created_at: WriteOnce<Date>;
  updated_at: Date;
}

/** Rows of `migrations/0019-staff-tasks.ts`. */
export interface StaffTasksTable {
  kind: WriteOnce<'fiscal-note-refused' | 'email-given-up' | 'webhook-endpoint-ended' | 'erasure-refused'>;
  subject_id: WriteOnce<string>;
  opened_at: Date;
  assigned_to: TextOrNull;
  assigned_at: TimeOrNull;
  ended_at: TimeOrNull;
  ended_by: TextOrNull;
  reason: TextOrNull;
}
