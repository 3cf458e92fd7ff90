import { type Kysely, sql } from 'kysely';

/** A person whom the directory is known to have has an account before they sign in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null: they have never signed in.
    alter table staff_accounts alter column signed_in_at drop not null;
    update staff_accounts set signed_in_at = null
    where not exists (select from staff_sessions where staff_sessions.account_id = staff_accounts.id);
  `.execute(db);
}
