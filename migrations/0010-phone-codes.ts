import { type Kysely, sql } from 'kysely';

/** Codes that are sent to phones, what they may cost a day, and what a lead says besides its contact data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table leads
      add column referrer text,
      -- The number that was proved, not a flag: a lead whose number changes is not verified any more.
      add column verified_phone text,
      add column phone_verified_at timestamptz;

    create table phone_codes (
      id text primary key,
      lead_id text not null references leads (id),
      phone text not null,
      -- Keyed: six digits alone are guessed from a plain hash at once.
      code_hash text not null,
      tries integer not null default 0 check (tries between 0 and 5),
      sent_at timestamptz not null,
      expires_at timestamptz not null,
      closed_at timestamptz
    );
    create unique index phone_codes_one_open on phone_codes (lead_id) where closed_at is null;
    create index phone_codes_by_lead on phone_codes (lead_id);
    create index phone_codes_by_phone on phone_codes (phone, sent_at desc);
    create index phone_codes_by_end on phone_codes (expires_at);

    -- Messages that may be sent to or for a subject in a period; the row's own rule is the limit.
    create table sms_budgets (
      subject text not null,
      period text not null,
      sent integer not null,
      most integer not null,
      ends_at timestamptz not null,
      primary key (subject, period),
      check (sent >= 0 and sent <= most)
    );
    create index sms_budgets_by_end on sms_budgets (ends_at);
  `.execute(db);
}
