import { type Kysely, sql } from 'kysely';

/** What a buyer chose on the steps between lead and payment, kept with the session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table checkout_sessions add column answers jsonb not null default '{}'::jsonb;
  `.execute(db);
}
