import { type Kysely, sql } from 'kysely';

/** Refused tries of a means that was approved since: what a buyer mended keeps no later charge without them back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table means_tries add column is_mended boolean not null default false`.execute(db);
}
