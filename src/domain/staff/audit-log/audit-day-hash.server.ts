import type { Selectable } from 'kysely';
import { sealedDayHash } from '#src/kernel/crypto/sealed-days.server.ts';
import { canonicalJson } from '#src/kernel/json/canonical-json.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { Database } from '../../database/index.server.ts';

export type AuditLogRow = Selectable<Database['audit_log']>;

/** An entry as it is hashed: every column but the reason's words, in one spelling (RFC 8785). */
function canonicalEntry(row: AuditLogRow): string {
  return canonicalJson({
    action: row.action,
    actor: row.actor,
    approval: row.approval_id,
    at: row.at.toISOString(),
    brand: row.brand,
    detail: row.detail,
    id: String(row.id),
    ipGroup: row.ip_group,
    outcome: row.outcome,
    reason: row.reason_hash,
    session: row.session_id,
    subject: { id: row.subject_id, kind: row.subject_kind },
  });
}

/** SHA-256 of a day: its date, the hash of the day before, and its entries in the order of their numbers. Counts them, too. */
export function auditDayHash(
  day: LocalDate,
  previous: string,
  rows: AsyncIterable<readonly AuditLogRow[]>,
): ReturnType<typeof sealedDayHash> {
  return sealedDayHash(day, previous, rows, canonicalEntry);
}

/** The payload that the signing key signs of a day. */
export function signedAuditDay(day: LocalDate, entries: bigint, hash: string): string {
  return canonicalJson({ day, entries: String(entries), hash, what: 'audit-log-day' });
}
