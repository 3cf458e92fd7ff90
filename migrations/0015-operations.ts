import { type Kysely, sql } from 'kysely';

/** What operators look at. The queue makes its own tables in the schema `jobs`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- How each job's last run went, in whichever process it was, by that machine's clock.
    create table job_runs (
      job text primary key,
      ended_at timestamptz not null,
      duration_ms integer not null check (duration_ms >= 0),
      is_good boolean not null
    );
  `.execute(db);
}
