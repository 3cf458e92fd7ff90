import { type Kysely, sql } from 'kysely';

/** What only a person can end and no other table has an owner for; and the e-mail that tells of a corrected address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_emails drop constraint account_emails_kind_check;
    alter table account_emails add constraint account_emails_kind_check check (kind in ('link', 'erase', 'corrected'));

    -- Who owns a task, and how it ended. A refused fiscal note, an e-mail given up and an ended endpoint are tasks by their own
    -- rows, without one here until somebody takes them; an erasure that was refused is one by its row here.
    create table staff_tasks (
      kind text not null check (kind in ('fiscal-note-refused', 'email-given-up', 'webhook-endpoint-ended', 'erasure-refused')),
      subject_id text not null,
      opened_at timestamptz not null,
      assigned_to text,
      assigned_at timestamptz,
      ended_at timestamptz,
      ended_by text,
      -- It may name a buyer: an erasure empties it.
      reason text,
      primary key (kind, subject_id),
      check ((assigned_to is null) = (assigned_at is null)),
      check ((ended_at is null) = (ended_by is null)),
      check (reason is null or ended_at is not null)
    );
    -- The queue looks for what is open of each kind.
    create index fiscal_notes_refused on fiscal_notes (created_at) where state = 'refused';
    create index emails_given_up on emails (created_at) where state = 'given-up';
    create index staff_tasks_refused_erasures on staff_tasks (opened_at) where kind = 'erasure-refused' and ended_at is null;
  `.execute(db);
}
