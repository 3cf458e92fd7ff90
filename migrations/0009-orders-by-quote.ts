import { type Kysely, sql } from 'kysely';

/** Old prices are deleted in bulk; each deletion asks whether an order names it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_by_quote on orders (quote_id)`.execute(db);
}
