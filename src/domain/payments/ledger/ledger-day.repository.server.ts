import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import { readBatches } from '#src/kernel/db/read-batches.server.ts';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { LedgerLine } from './day-hash.server.ts';

export type LedgerDay = Selectable<Database['ledger_days']>;

/** Number of the advisory lock under which one worker at a time seals days. */
const sealLock = 7_206_250_117n;

/** Locks the sealing of days until the transaction ends. */
export async function lockLedgerDays(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sealLock})`.execute(trx);
}

/** The sealed day that is latest; null when none is. */
export async function lastLedgerDay(db: Db): Promise<LedgerDay | null> {
  const row = await db.selectFrom('ledger_days').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst();
  return row ?? null;
}

/** The latest sealed day; null when none is. Its lines no longer change. */
export async function lastSealedDay(db: Db): Promise<LocalDate | null> {
  return (await lastLedgerDay(db))?.day ?? null;
}

/** Sealed days in their order, from `since` on or all of them. */
export async function ledgerDays(db: Db, since: LocalDate | undefined): Promise<readonly LedgerDay[]> {
  const days = db.selectFrom('ledger_days').selectAll();
  return (since === undefined ? days : days.where('day', '>=', since)).orderBy('day').execute();
}

/** Inserts a sealed day. It takes no line any more after that. */
export async function insertLedgerDay(trx: Db, day: Insertable<Database['ledger_days']>): Promise<void> {
  await trx.insertInto('ledger_days').values(day).execute();
}

/** Lines of one day (UTC), in the order of their numbers, batch by batch. */
export function ledgerLinesOfDay(trx: Transaction<Database>, day: LocalDate): AsyncIterable<readonly LedgerLine[]> {
  const lines = trx
    .selectFrom('ledger_transfers')
    .selectAll()
    .where('recorded_at', '>=', new Date(`${day}T00:00:00Z`))
    .where('recorded_at', '<', new Date(`${addDays(day, 1)}T00:00:00Z`))
    .orderBy('id');
  return readBatches(trx, 'ledger_lines', lines);
}

/** The highest number of a day's lines (UTC); null when it has none. */
export async function lastLineOf(db: Db, day: LocalDate): Promise<bigint | null> {
  const { rows } = await sql<{ id: bigint | null }>`
    select max(id) as id from ledger_transfers
    where recorded_at >= ${day}::date::timestamp at time zone 'UTC'
      and recorded_at < (${day}::date + 1)::timestamp at time zone 'UTC'`.execute(db);
  return rows[0]?.id ?? null;
}

/** When the first line was recorded; null when there is none. */
export async function firstRecordedAt(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('ledger_transfers')
    .select('recorded_at')
    .orderBy('recorded_at')
    .limit(1)
    .executeTakeFirst();
  return row?.recorded_at ?? null;
}

/** The database's clock; null when it gives none. */
export async function databaseNow(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? null;
}
