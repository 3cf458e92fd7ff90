import { type Kysely, sql } from 'kysely';

/** How each job's last run went, in whichever process it was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_runs (
      job text primary key,
      ended_at timestamptz not null,
      duration_ms integer not null check (duration_ms >= 0),
      is_good boolean not null
    );
  `.execute(db);
}
