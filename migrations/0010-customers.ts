import { type Kysely, sql } from 'kysely';

/** What a buyer has beside orders: access to the product, magic links, a verified phone, points of a loyalty programme. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table access_grants (
      id text primary key,
      -- A paid order grants access once.
      order_id text not null unique references orders (id),
      lead_id text not null references leads (id),
      brand text not null,
      product_code text not null,
      state text not null,
      granted_at timestamptz not null
    );
    -- Opens the access once. Only the hash of the token is stored.
    create table access_tokens (
      token_hash text primary key,
      grant_id text not null references access_grants (id),
      purpose text not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null
    );
    create index access_tokens_by_grant on access_tokens (grant_id);

    -- Who has the secret of a link may see and pay what it names, until it ends. Only the hash is stored. The subject is an
    -- invoice, an order, a subscription, an offer and so on: no foreign key can say so.
    create table magic_links (
      token_hash text primary key,
      subject_id text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null
    );
    create index magic_links_by_subject on magic_links (subject_id);

    create table phone_codes (
      id text primary key,
      lead_id text not null references leads (id),
      phone text not null,
      -- Keyed: six digits alone are guessed from a plain hash at once.
      code_hash text not null,
      -- Guesses; the row's own rule is the limit.
      tries integer not null default 0 check (tries between 0 and 5),
      sent_at timestamptz not null,
      expires_at timestamptz not null,
      -- Used, replaced or guessed at too often.
      closed_at timestamptz
    );
    create unique index phone_codes_one_open on phone_codes (lead_id) where closed_at is null;
    create index phone_codes_by_lead on phone_codes (lead_id);
    create index phone_codes_by_phone on phone_codes (phone, sent_at desc);
    create index phone_codes_by_end on phone_codes (expires_at);

    -- Text messages that may be sent to or for a subject (keyed hash of a phone, an address, a block of numbers) in a
    -- period; the row's own rule is the limit, so that two processes never pass it together.
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

    -- How far a buyer has come with identifying themselves at a points programme.
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
      constraint points_links_token_expires check ((token is null) = (token_expires_at is null)),
      -- Earning opens no account and spends nothing.
      constraint points_links_earn_opens_nothing check (kind = 'spend' or (token is null and points is null))
    );

    create table order_memberships (
      order_id text primary key references orders (id),
      programme text not null,
      kind text not null check (kind in ('earn', 'spend')),
      member_id text not null,
      -- Points that the buyer wants to use: what was spent is in the tenders.
      points bigint check (points > 0)
    );

    -- Questions that may be sent to the programme for a subject in a period; the row's own rule is the limit.
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

    -- What a paid order earns, once: nothing is credited before its time to withdraw is over.
    create table points_accruals (
      order_id text primary key references orders (id),
      programme text not null,
      member_id text not null,
      state text not null check (state in ('waiting', 'credited', 'not-due', 'reversed')),
      due_at timestamptz not null,
      points bigint check (points > 0),
      reference text,
      tries integer not null default 0,
      created_at timestamptz not null,
      credited_at timestamptz,
      reversed_at timestamptz,
      constraint points_accruals_credited_at check ((credited_at is not null) = (state in ('credited', 'reversed'))),
      constraint points_accruals_reversed_at check ((reversed_at is not null) = (state = 'reversed'))
    );
    create index points_accruals_waiting on points_accruals (due_at) where state = 'waiting';
    create index points_accruals_credited on points_accruals (order_id) where state = 'credited';
  `.execute(db);
}
