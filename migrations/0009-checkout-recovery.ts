import { type Kysely, sql } from 'kysely';

/** Purchases that were left: links to go on with them, requests to go on with another device, and reminders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A purchase that a link opens again: one that was not finished, or whose charge failed.
    create table recoveries (
      id text primary key,
      kind text not null check (kind in ('unfinished', 'failed-charge')),
      session_id text not null references checkout_sessions (id),
      created_at timestamptz not null
    );
    create index recoveries_by_session on recoveries (session_id);

    -- A buyer wants the link of their purchase sent to themselves, to go on with another device.
    create table resume_requests (
      id text primary key,
      session_id text not null references checkout_sessions (id),
      channel text not null check (channel in ('email', 'sms')),
      -- sending: it is on its way, or was when its process died; it can be asked for again.
      state text not null check (state in ('waiting', 'sending', 'sent', 'not-needed')),
      requested_at timestamptz not null,
      completed_at timestamptz
    );
    create index resume_requests_by_session on resume_requests (session_id, requested_at desc);

    -- One row per session that was left: whether its buyer is reminded, and of what next.
    create table abandonments (
      id text primary key,
      session_id text not null unique references checkout_sessions (id),
      -- Hash of buyer, brand, product and market: two tabs and two devices are one purchase.
      purchase_key text not null,
      brand text not null,
      -- Hash of the address: whoever opted out is not written to by this brand again.
      email_hash text not null,
      began_at timestamptz not null,
      next_step integer not null default 0,
      next_at timestamptz,
      ended_at timestamptz,
      ended_by text check (ended_by in ('bought', 'stopped', 'not-wanted', 'already-reminded', 'done')),
      constraint abandonments_ended_by check ((ended_at is null) = (ended_by is null)),
      constraint abandonments_next_at check ((ended_at is null) = (next_at is not null))
    );
    -- Reminders of one purchase are sent by one row only.
    create unique index abandonments_one_live on abandonments (purchase_key) where ended_at is null;
    create index abandonments_by_purchase on abandonments (purchase_key, began_at desc);
    create index abandonments_due on abandonments (next_at) where next_at is not null;

    -- Whoever writes the row sends the e-mail: there is one per purchase and step, whatever runs twice.
    create table reminders (
      abandonment_id text not null references abandonments (id),
      step integer not null,
      channel text not null check (channel in ('email', 'sms')),
      -- sending: it is on its way, or was when its process died; nobody sends it again.
      state text not null check (state in ('waiting', 'sending', 'sent', 'not-needed')),
      created_at timestamptz not null,
      completed_at timestamptz,
      primary key (abandonment_id, step)
    );

    create table reminder_opt_outs (
      brand text not null,
      email_hash text not null,
      at timestamptz not null,
      primary key (brand, email_hash)
    );
  `.execute(db);
}
