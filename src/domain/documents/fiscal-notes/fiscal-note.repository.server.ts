import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { FiscalNote } from './fiscal-note.types.ts';
import { redactBuyer } from './write-declaration.server.ts';

export type NoteRow = Selectable<Database['fiscal_notes']>;

function toNote(row: NoteRow): FiscalNote {
  return {
    id: row.id,
    orderId: row.order_id,
    state: row.state,
    noteNumber: row.note_number,
    accessKey: row.access_key,
    link: row.link,
    amount: row.amount,
    issuedAt: row.issued_at,
    canceledAt: row.canceled_at,
    refusal: row.refusal,
  };
}

/** The newest note of an order; null when none was requested. */
export async function noteOfOrder(db: Db, orderId: string): Promise<FiscalNote | null> {
  const row = await newestNote(db, orderId);
  return row ? toNote(row) : null;
}

/** The row of the newest note of an order; null when none was requested. */
export async function newestNote(db: Db, orderId: string): Promise<NoteRow | null> {
  const row = await db
    .selectFrom('fiscal_notes')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The order that a note is of; null when there is no such note. */
export async function orderOfNote(db: Db, noteId: string): Promise<string | null> {
  const row = await db.selectFrom('fiscal_notes').select('order_id').where('id', '=', noteId).executeTakeFirst();
  return row?.order_id ?? null;
}

/**
 * Erases the buyer from the notes of these orders: every element of the buyer in the declaration is emptied, and of a refusal
 * only the code is kept, because its words may quote the buyer.
 */
export async function eraseBuyerOfNotes(db: Db, orderIds: readonly string[]): Promise<void> {
  const notes = await db
    .selectFrom('fiscal_notes')
    .select(['id', 'declaration', 'refusal'])
    .where('order_id', 'in', orderIds)
    .execute();
  for (const { id, declaration, refusal } of notes)
    await db
      .updateTable('fiscal_notes')
      .set({ declaration: redactBuyer(declaration), refusal: refusal?.split(':')[0] ?? null })
      .where('id', '=', id)
      .execute();
}

/** The next number of a series, in the caller's transaction, so that numbers have no gaps. */
export async function nextNumber(trx: Db, issuer: string, series: string): Promise<bigint> {
  const row = await trx
    .insertInto('fiscal_numbers')
    .values({ issuer, series, last: 1n })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'series']).doUpdateSet((eb) => ({ last: eb('fiscal_numbers.last', '+', 1n) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return row.last;
}

/** Writes a note that is to be issued. */
export async function insertNote(trx: Db, note: Insertable<Database['fiscal_notes']>): Promise<void> {
  await trx.insertInto('fiscal_notes').values(note).execute();
}

/**
 * Cancels a note that was never submitted. One that a worker acquires at this moment (`tries`) stays: it is submitted, and
 * canceled after that.
 */
export async function cancelUnsubmittedNote(trx: Db, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('fiscal_notes')
    .set({ state: 'canceled', canceled_at: now, next_try_at: null })
    .where('id', '=', id)
    .where('tries', '=', 0)
    .execute();
}

/** Makes an issued note wait for its cancellation at the authority. */
export async function markCancelRequested(trx: Db, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('fiscal_notes')
    .set({ state: 'cancel-requested', next_try_at: now, tries: 0 })
    .where('id', '=', id)
    .execute();
}

/** Acquires a note that is due until an instant; null when another worker has it or nothing is to be done. */
export async function acquireNote(
  db: Db,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<NoteRow | null> {
  const row = await db
    .updateTable('fiscal_notes')
    .set((eb) => ({ next_try_at: until, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['requested', 'cancel-requested'])
    .where('next_try_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Changes an acquired note, if its state is still the one that it had then. */
export async function updateNote(
  db: Db,
  { id, state }: NoteRow,
  change: Pick<
    Updateable<Database['fiscal_notes']>,
    'state' | 'note_number' | 'access_key' | 'link' | 'issued_at' | 'canceled_at' | 'refusal' | 'next_try_at'
  >,
): Promise<void> {
  await db.updateTable('fiscal_notes').set(change).where('id', '=', id).where('state', '=', state).execute();
}

/** Notes that are due, the longest due first. */
export async function dueNotes(db: Db, now: Date, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('fiscal_notes')
    .select('id')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
