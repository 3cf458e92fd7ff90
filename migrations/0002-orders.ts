import { type Kysely, sql } from 'kysely';

/** Orders, tenders and attempts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table orders (
      id text primary key,
      number bigint generated always as identity unique,
      session_id text not null references checkout_sessions (id),
      lead_id text not null references leads (id),
      quote_id text not null references quotes (id),
      brand text not null,
      variant text,
      business text not null,
      product_code text not null,
      plan_id text not null,
      market text not null,
      locale text not null,
      seller text not null,
      source text not null,
      currency text not null,
      total bigint not null check (total >= 0),
      received bigint not null default 0 check (received >= 0 and received <= total),
      state text not null,
      created_at timestamptz not null,
      paid_at timestamptz
    );
    -- A given-up order stays for late money; the session goes on with a new one.
    create unique index orders_one_per_session on orders (session_id) where state <> 'closed';

    create table order_lines (
      order_id text not null references orders (id),
      position integer not null,
      kind text not null,
      product_code text not null,
      plan_id text not null,
      title text not null,
      standard_amount bigint not null check (standard_amount >= 0),
      amount bigint not null check (amount >= 0),
      primary key (order_id, position)
    );

    create table tenders (
      id text primary key,
      order_id text not null references orders (id),
      method text not null,
      rail text not null,
      principal bigint not null check (principal > 0),
      interest bigint not null check (interest >= 0),
      installments integer not null check (installments >= 1),
      created_at timestamptz not null
    );
    create index tenders_by_order on tenders (order_id);

    create table attempts (
      id text primary key,
      serial bigint generated always as identity unique,
      order_id text not null references orders (id),
      tender_id text not null references tenders (id),
      number integer not null,
      rail text not null,
      gateway text not null,
      method text not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      installments integer not null,
      state text not null,
      reference text,
      payer jsonb not null,
      kept jsonb not null,
      instructions jsonb,
      next_action jsonb,
      decline_code text,
      decline_raw text,
      one_use_hash text unique,
      superseded boolean not null default false,
      release_state text,
      checks integer not null default 0,
      not_found integer not null default 0,
      expires_at timestamptz not null,
      deadline_at timestamptz not null,
      next_check_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (order_id, number)
    );
    -- The natural key of a charge: whatever the client sends, a tender has one live attempt.
    create unique index attempts_one_open on attempts (tender_id)
      where state in ('created', 'awaiting-buyer', 'processing', 'unknown', 'authorized');
    create index attempts_due on attempts (next_check_at) where next_check_at is not null;
    create unique index attempts_by_reference on attempts (gateway, reference) where reference is not null;
  `.execute(db);
}
