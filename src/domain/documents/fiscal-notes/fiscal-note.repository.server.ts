import type { Selectable } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { FiscalNote } from './fiscal-note.types.ts';
import { redactBuyer } from './write-declaration.server.ts';

export type NoteRow = Selectable<Database['fiscal_notes']>;

function toNote(row: NoteRow): FiscalNote {
  return {
    id: row.id,
    orderId: row.order_id,
    state: row.state as FiscalNote['state'],
    noteNumber: row.note_number,
    accessKey: row.access_key,
    link: row.link,
    amount: row.amount,
    issuedAt: row.issued_at,
    canceledAt: row.canceled_at,
    refusal: row.refusal,
  };
}

/** The newest note of an order; null when none was asked for. */
export async function noteOfOrder(db: Db, orderId: string): Promise<FiscalNote | null> {
  const row = await newestNote(db, orderId);
  return row ? toNote(row) : null;
}

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

/**
 * Takes the buyer out of the notes of these orders: every element of the buyer in the declaration is emptied, and of what
 * the authority refused only its code is kept, because its words may quote the buyer.
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

/** The next number of a series. The caller's transaction keeps it: numbers follow each other without a gap. */
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
