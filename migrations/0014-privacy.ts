import { type Kysely, sql } from 'kysely';

/** A buyer's account page at one school, the e-mails that open it, and erasures of personal data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Whose purchases one link opens: an address at one school.
    create table buyer_accounts (
      id text primary key,
      brand text not null,
      email text not null check (email = lower(email)),
      created_at timestamptz not null,
      -- Its personal data were erased: no link opens it any more.
      erased_at timestamptz
    );
    -- After an erasure the same address may have a new account.
    create unique index buyer_accounts_by_email on buyer_accounts (brand, email) where erased_at is null;

    -- Apart from emails, which belong to orders: who has left an address only has an account too.
    create table account_emails (
      id text primary key,
      account_id text not null references buyer_accounts (id),
      kind text not null check (kind in ('link', 'erase')),
      locale text not null,
      -- The way back to the school's pages; nothing personal is in it.
      link jsonb not null,
      variant text,
      state text not null check (state in ('waiting', 'sent', 'not-needed')),
      created_at timestamptz not null,
      sent_at timestamptz
    );
    create index account_emails_waiting on account_emails (created_at) where state = 'waiting';
    create index account_emails_by_account on account_emails (account_id);

    -- How often a link may be asked for; the row's own rule is the limit.
    create table link_budgets (
      subject text not null,
      period text not null,
      asked integer not null,
      most integer not null,
      ends_at timestamptz not null,
      primary key (subject, period),
      check (asked >= 0 and asked <= most)
    );
    create index link_budgets_by_end on link_budgets (ends_at);

    -- That an erasure was done, and to how many rows; nothing of whom.
    create table erasures (
      id text primary key,
      account_id text not null references buyer_accounts (id),
      brand text not null,
      erased jsonb not null,
      at timestamptz not null
    );
  `.execute(db);
}
