import { type Kysely, sql } from 'kysely';

/** When a payment that took its money is asked about once more, and how refusals of a whole shop are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Absent: nothing can have happened any more, or its company takes nothing back.
    alter table attempts add column look_back_at timestamptz;
    create index attempts_to_look_back_at on attempts (look_back_at) where look_back_at is not null;
    update attempts set look_back_at = updated_at + interval '1 day'
      where state = 'captured' and updated_at > now() - interval '180 days';

    create index attempts_refused on attempts (gateway, created_at) where state = 'declined';
    create index means_checks_refused on means_tries (gateway, tried_at) where outcome = 'refused';
  `.execute(db);
}
