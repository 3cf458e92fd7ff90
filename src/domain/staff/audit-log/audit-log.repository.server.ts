import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { AuditEntry } from './audit-entry.types.ts';

/** An entry with its reason apart from the hash of it. */
type AuditEntryRow = Omit<AuditEntry, 'reason'> & {
  readonly reason: { readonly salt: string; readonly text: string } | null;
  readonly reasonHash: string | null;
};

/** When the day after the last sealed one begins (UTC); null where none is sealed, which `greatest` passes over. */
const firstOpen = sql`(select (max(day) + 1)::timestamp at time zone 'UTC' from audit_log_days)`;

/** Adds an entry. A sealed day takes none any more, by whatever clock `now` was read: such an entry begins the next day. */
export async function insertAuditEntry(db: Db, entry: AuditEntryRow, now: Date): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at: sql<Date>`greatest(${now}::timestamptz, ${firstOpen})`,
      actor: entry.actor,
      session_id: entry.sessionId,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      brand: entry.brand,
      approval_id: entry.approvalId ?? null,
      detail: JSON.stringify(entry.detail),
      reason: entry.reason && JSON.stringify(entry.reason),
      reason_hash: entry.reasonHash,
      ip_group: entry.ipGroup,
      outcome: entry.outcome,
    })
    .execute();
}
