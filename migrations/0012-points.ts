import { type Kysely, sql } from 'kysely';

/** How far a buyer has come with a points programme, what of it stays with the order, and how often somebody may ask. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table points_links (
      session_id text primary key references checkout_sessions (id),
      programme text not null,
      kind text not null check (kind in ('earn', 'spend')),
      -- The programme's own name for the member; their document is nowhere here.
      member_id text not null,
      devices jsonb not null,
      device_id text,
      challenge_id text,
      code_expires_at timestamptz,
      resend_at timestamptz,
      -- Codes that were tried on the present challenge; the row's own rule is the limit.
      tries integer not null default 0 check (tries between 0 and 3),
      -- Opens the account at the programme for some minutes: sealed, never shown.
      token text,
      token_expires_at timestamptz,
      points bigint check (points > 0),
      -- Set when the buyer went on with the programme: what is there then stays with the order.
      joined_at timestamptz,
      problem text,
      updated_at timestamptz not null,
      check ((token is null) = (token_expires_at is null)),
      check (kind = 'spend' or (token is null and points is null))
    );

    create table order_memberships (
      order_id text primary key references orders (id),
      programme text not null,
      kind text not null check (kind in ('earn', 'spend')),
      member_id text not null,
      -- Points that the buyer wants to use. A wish: what was taken is in the tenders.
      points bigint check (points > 0)
    );

    -- Questions that may be asked for a subject in a period; the row's own rule is the limit.
    create table points_budgets (
      subject text not null,
      period text not null,
      asked integer not null,
      most integer not null,
      ends_at timestamptz not null,
      primary key (subject, period),
      check (asked >= 0 and asked <= most)
    );
    create index points_budgets_by_end on points_budgets (ends_at);
  `.execute(db);
}
