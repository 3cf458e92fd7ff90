import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import { readBatches } from '#src/kernel/db/read-batches.server.ts';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { AuditLogRow } from './audit-day-hash.server.ts';

type AuditLogDay = Selectable<Database['audit_log_days']>;

/** Number of the advisory lock under which one worker at a time seals days. */
const sealLock = 7_206_250_118n;

/** Locks the sealing of days until the transaction ends. */
export async function lockAuditDays(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sealLock})`.execute(trx);
}

/** Sealed days in their order, from `since` on or all of them. */
export async function auditDays(db: Db, since: LocalDate | undefined): Promise<readonly AuditLogDay[]> {
  const days = db.selectFrom('audit_log_days').selectAll();
  return (since === undefined ? days : days.where('day', '>=', since)).orderBy('day').execute();
}

/** The sealed day that is latest; null when none is. */
export async function lastAuditDay(db: Db): Promise<AuditLogDay | null> {
  return (await db.selectFrom('audit_log_days').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst()) ?? null;
}

/** Inserts a sealed day. It takes no entry any more after that. */
export async function insertAuditDay(trx: Db, day: Insertable<Database['audit_log_days']>): Promise<void> {
  await trx.insertInto('audit_log_days').values(day).execute();
}

/** Entries of one day (UTC), in the order of their numbers, batch by batch. */
export function auditEntriesOfDay(trx: Transaction<Database>, day: LocalDate): AsyncIterable<readonly AuditLogRow[]> {
  const entries = trx
    .selectFrom('audit_log')
    .selectAll()
    .where('at', '>=', new Date(`${day}T00:00:00Z`))
    .where('at', '<', new Date(`${addDays(day, 1)}T00:00:00Z`))
    .orderBy('id');
  return readBatches(trx, 'audit_entries_of_day', entries);
}

/** The time of the first entry, and the database's clock. */
export async function auditTimes(db: Db): Promise<{ readonly first: Date | null; readonly now: Date | null }> {
  const { rows } = await sql<{ first: Date | null; now: Date }>`
    select (select at from audit_log order by at limit 1) as first, clock_timestamp() as now`.execute(db);
  return { first: rows[0]?.first ?? null, now: rows[0]?.now ?? null };
}
