import { type Kysely, sql } from 'kysely';

/** A part of a refund may be asked for under another key than its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Present where the part's own refund was taken for that of an equal surplus: then the part goes back by the surplus's.
    alter table refund_parts add column refund_key text unique;
  `.execute(db);
}
