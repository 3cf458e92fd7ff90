import { type Kysely, sql } from 'kysely';

/** How far a buyer has come in proving themselves to a points programme, and how many points they want to use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table points_links (
      session_id text primary key references checkout_sessions (id),
      programme text not null,
      member_id text not null,
      devices jsonb not null,
      device_id text,
      challenge_id text,
      code_expires_at timestamptz,
      resend_at timestamptz,
      -- Opens the account at the programme for some minutes; never shown.
      token text,
      token_expires_at timestamptz,
      points bigint check (points > 0),
      problem text,
      updated_at timestamptz not null
    );
  `.execute(db);
}
