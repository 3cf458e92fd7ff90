import type { Db } from '../../base-context.server.ts';

/** A note of staff about a sale. `writtenBy`: `staff:<account>` or `token:<name>`; `at`: UTC. */
export interface SaleNote {
  readonly id: string;
  readonly orderId: string;
  readonly writtenBy: string;
  /** 1 to 4,000 characters; null once the buyer was erased. */
  readonly text: string | null;
  readonly at: Date;
}

/** Adds a note. The same id again is the same note; false: it was there. */
export async function insertSaleNote(trx: Db, note: SaleNote & { readonly text: string }): Promise<boolean> {
  const { id, orderId, writtenBy, text, at } = note;
  const inserted = await trx
    .insertInto('sale_notes')
    .values({ id, order_id: orderId, written_by: writtenBy, text, at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Empties the notes of these orders: any of them may name the buyer. */
export async function eraseSaleNotes(trx: Db, orderIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('sale_notes')
    .set({ text: null })
    .where('order_id', 'in', orderIds)
    .where('text', 'is not', null)
    .execute();
}
