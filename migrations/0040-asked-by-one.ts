import { type Kysely, sql } from 'kysely';

/** A company that charges while it is asked, once a bank has answered, is asked by one process at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null: nobody is asking. Past: whoever asked died with it.
    alter table attempts add column asked_until timestamptz;
  `.execute(db);
}
