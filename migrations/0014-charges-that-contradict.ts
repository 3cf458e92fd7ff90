import { type Kysely, sql } from 'kysely';

/** How many answers in a row spoke of another amount, payee or order than an attempt asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table attempts
      add column contradictions integer not null default 0 check (contradictions >= 0);
  `.execute(db);
}
