import { type Kysely, sql } from 'kysely';

/** Tries of which the buyer's bank had to ask its customer first: their refusals tell a thief nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table means_tries add column must_ask boolean not null default false`.execute(db);
}
