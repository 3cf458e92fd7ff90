import { type Kysely, sql } from 'kysely';

/** What comes after the first purchase: subscriptions, bills, purchases to be taken up again, and links that open them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscriptions (
      id text primary key,
      lead_id text not null references leads (id),
      -- The order that began it; null for one that was begun elsewhere.
      order_id text unique references orders (id),
      brand text not null,
      variant text,
      business text not null,
      product_code text not null,
      plan_id text not null,
      market text not null,
      locale text not null,
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      -- What a term costs.
      amount bigint not null check (amount >= 0),
      state text not null check (state in ('trialing', 'active', 'past-due', 'paused', 'suspended', 'canceled')),
      -- The term that is paid for, in days of the market: the first one and the last one.
      term_from date not null,
      term_to date not null check (term_to >= term_from),
      created_at timestamptz not null
    );
    create index subscriptions_by_lead on subscriptions (lead_id);

    -- A bill is paid by the order of its session; how it stands is how that order stands.
    create table invoices (
      id text primary key,
      number bigint generated always as identity unique,
      kind text not null check (kind in ('invoice', 'renew', 'direct', 'sale-invoice', 'first-invoice-payment', 'upgrade')),
      session_id text not null unique references checkout_sessions (id),
      subscription_id text references subscriptions (id),
      description text not null,
      due_on date not null,
      created_at timestamptz not null,
      canceled_at timestamptz
    );

    create table recoveries (
      id text primary key,
      kind text not null check (kind in ('unfinished', 'failed-charge')),
      session_id text not null references checkout_sessions (id),
      created_at timestamptz not null
    );
    create index recoveries_by_session on recoveries (session_id);

    -- Who has the secret of a link may see and pay what it names, until it ends. Only the hash is kept.
    create table capabilities (
      token_hash text primary key,
      subject_id text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null
    );
    create index capabilities_by_subject on capabilities (subject_id);
  `.execute(db);
}
