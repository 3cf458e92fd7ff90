import { type Kysely, sql } from 'kysely';

/** Whether a phone is being asked for a payment now is looked up before it is asked for another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index attempts_open_by_phone on attempts ((payer ->> 'phone'))
      where state in ('created', 'awaiting-buyer', 'processing', 'unknown');
  `.execute(db);
}
