import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';

export type ExportRow = Selectable<Database['exports']>;

export async function insertExport(trx: Db, row: Insertable<Database['exports']>): Promise<void> {
  await trx.insertInto('exports').values(row).execute();
}

export async function exportById(db: Db, id: string): Promise<ExportRow | null> {
  return (await db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** An export that is being made, locked until the transaction ends. */
export async function lockExport(trx: Db, id: string): Promise<ExportRow | null> {
  return (await trx.selectFrom('exports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** A person's newest exports, 100 at most. */
export async function exportsOfPerson(db: Db, accountId: string): Promise<readonly ExportRow[]> {
  return db
    .selectFrom('exports')
    .selectAll()
    .where('asked_by', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
}

/** How many of a person's exports are being made. */
export async function exportsUnderWay(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('exports')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('asked_by', '=', accountId)
    .where('state', '=', 'making')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Stores the next piece and its place. False when another worker stored it before, or it is not being made any more. */
export async function addChunk(
  trx: Db,
  id: string,
  piece: { readonly n: number; readonly bytes: Buffer; readonly cursor: string | null; readonly rows: bigint },
): Promise<boolean> {
  const { n, bytes, cursor, rows } = piece;
  const done = await trx
    .updateTable('exports')
    .set((eb) => ({ cursor, chunks: n + 1, rows: eb('rows', '+', rows) }))
    .where('id', '=', id)
    .where('state', '=', 'making')
    .where('chunks', '=', n)
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) return false;
  await trx.insertInto('export_chunks').values({ export_id: id, n, bytes }).execute();
  return true;
}

export async function chunkOf(db: Db, id: string, n: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('export_chunks')
    .select('bytes')
    .where('export_id', '=', id)
    .where('n', '=', n)
    .executeTakeFirst();
  return row?.bytes ?? null;
}

export async function markExportReady(trx: Db, id: string, now: Date, expiresAt: Date): Promise<void> {
  await trx
    .updateTable('exports')
    .set({ state: 'ready', ready_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .execute();
}

export async function markExportFailed(trx: Db, id: string, failure: string): Promise<void> {
  await trx.deleteFrom('export_chunks').where('export_id', '=', id).execute();
  await trx.updateTable('exports').set({ state: 'failed', failure }).where('id', '=', id).execute();
}

/** Ids of exports that were asked for before an instant and are not made yet; 100 at most. */
export async function unmadeExports(db: Db, askedBefore: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('exports')
    .select('id')
    .where('state', '=', 'making')
    .where('created_at', '<', askedBefore)
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Ends the files that have buyers' data, and deletes what they hold: one of the buyers is being erased, and nobody knows
 * which files name them. What is being made fails, because a slice of it may have been read before; it is asked for anew.
 * Exports wait until the transaction ends.
 */
export async function endPersonalExports(trx: Db): Promise<void> {
  await sql`lock table exports in share row exclusive mode`.execute(trx);
  await trx
    .deleteFrom('export_chunks')
    .where('export_id', 'in', (of) => of.selectFrom('exports').select('exports.id').where('is_personal', '=', true))
    .execute();
  const ended = trx.updateTable('exports').where('is_personal', '=', true);
  await ended.set({ state: 'failed', failure: 'buyer-erased' }).where('state', '=', 'making').execute();
  await ended.set({ state: 'expired' }).where('state', '=', 'ready').execute();
}

/** Gives a ready file of this person an address for a minute; false when there is none, or it was fetched. */
export async function setTicket(
  db: Db,
  owner: { readonly id: string; readonly accountId: string },
  ticket: { readonly hash: string; readonly until: Date; readonly now: Date },
): Promise<boolean> {
  const done = await db
    .updateTable('exports')
    .set({ ticket_hash: ticket.hash, ticket_until: ticket.until })
    .where('id', '=', owner.id)
    .where('asked_by', '=', owner.accountId)
    .where('state', '=', 'ready')
    .where('expires_at', '>', ticket.now)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Uses a ticket, once. */
export async function takeTicket(trx: Db, hash: string, accountId: string, now: Date): Promise<ExportRow | null> {
  const row = await trx
    .updateTable('exports')
    .set({ state: 'fetched', fetched_at: now })
    .where('ticket_hash', '=', hash)
    .where('asked_by', '=', accountId)
    .where('state', '=', 'ready')
    .where('ticket_until', '>', now)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** How long the pieces of a fetched file stay, in milliseconds: its stream may still be running. */
const fetchedStayMs = 3_600_000;

/** Deletes the pieces of files that were fetched or have expired. */
export async function deleteOldExports(trx: Db, now: Date): Promise<void> {
  const old = await trx
    .selectFrom('exports')
    .select(['id', 'state'])
    .where('state', 'in', ['ready', 'fetched'])
    .where((eb) =>
      eb.or([eb('expires_at', '<=', now), eb('fetched_at', '<=', new Date(now.getTime() - fetchedStayMs))]),
    )
    .where('id', 'in', (eb) => eb.selectFrom('export_chunks').select('export_id').distinct())
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return;
  await trx.deleteFrom('export_chunks').where('export_id', 'in', ids).execute();
  await trx
    .updateTable('exports')
    .set({ state: 'expired' })
    .where('id', 'in', ids)
    .where('state', '=', 'ready')
    .execute();
}
