import { type Kysely, sql } from 'kysely';

/** When a payment that took its money is asked about once more, who goes on elsewhere, and how a shop's refusals are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Absent: nothing can have happened any more, or its company takes nothing back.
    alter table attempts add column look_back_at timestamptz;
    create index attempts_to_look_back_at on attempts (look_back_at) where look_back_at is not null;
    update attempts set look_back_at = updated_at + interval '1 day'
      where state = 'captured' and updated_at > now() - interval '180 days';

    create index attempts_refused on attempts (gateway, created_at) where state = 'declined';
    -- Who wants the link of their purchase sent to themselves, so as to go on elsewhere.
    create table resume_wishes (
      id text primary key,
      session_id text not null references checkout_sessions (id),
      channel text not null check (channel in ('email', 'sms')),
      -- sending: it is on its way, or was when its process died; it can be wished for again.
      state text not null check (state in ('waiting', 'sending', 'sent', 'not-needed')),
      wished_at timestamptz not null,
      settled_at timestamptz
    );
    create index resume_wishes_by_session on resume_wishes (session_id, wished_at desc);

    create index means_checks_refused on means_tries (gateway, tried_at) where outcome = 'refused';
  `.execute(db);
}
