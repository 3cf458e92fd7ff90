import { randomText } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { AuditEntry } from './audit-entry.types.ts';
import { insertAuditEntry } from './audit-log.repository.server.ts';
import { reasonHash } from './reason-hash.server.ts';

/**
 * Adds an entry to the audit log. It belongs to the transaction of its effect (`db`), so that there is never one without the
 * other. `now`: the product's time (UTC).
 */
export async function recordAudit(db: Db, entry: AuditEntry, now: Date): Promise<void> {
  const reason = entry.reason === null ? null : { salt: randomText(16), text: entry.reason };
  await insertAuditEntry(db, { ...entry, reason, reasonHash: reason && reasonHash(reason) }, now);
}
