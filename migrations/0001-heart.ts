import { type Kysely, sql } from 'kysely';

/** Sessions, leads, quotes, orders, tenders, attempts, ledger: the heart. Money is bigint minor units everywhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table checkout_sessions (
      id text primary key,
      browser_hash text not null,
      brand text not null,
      variant text,
      business text not null,
      product_code text not null,
      offer text not null,
      flow_id text not null,
      market text not null,
      locale text not null,
      seller text not null,
      source text not null,
      link jsonb not null,
      lead_id text,
      order_id text,
      created_at timestamptz not null,
      touched_at timestamptz not null,
      unique (browser_hash, product_code, offer, flow_id)
    );

    create table leads (
      id text primary key,
      session_id text not null references checkout_sessions (id),
      brand text not null,
      business text not null,
      product_code text not null,
      market text not null,
      locale text not null,
      seller text not null,
      source text not null,
      name text not null,
      email text not null,
      phone text not null,
      birth_date date,
      document_type text,
      document_number text,
      relation_account text,
      address jsonb,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index leads_by_session on leads (session_id);

    create table consents (
      id text primary key,
      session_id text not null references checkout_sessions (id),
      kind text not null,
      accepted boolean not null,
      label text not null,
      text_hash text not null,
      ip text not null,
      at timestamptz not null
    );
    create index consents_by_session on consents (session_id);

    create table quotes (
      id text primary key,
      session_id text not null references checkout_sessions (id),
      product_code text not null,
      plan_id text not null,
      plan_type text not null,
      currency text not null,
      lines jsonb not null,
      voucher text,
      discount bigint not null check (discount >= 0),
      total bigint not null check (total >= 0),
      installments jsonb not null,
      methods jsonb not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index quotes_by_session on quotes (session_id, created_at desc);

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

    create table idempotency_keys (
      scope text not null,
      key text not null,
      fingerprint text not null,
      order_id text,
      attempt_id text,
      body jsonb,
      created_at timestamptz not null,
      primary key (scope, key)
    );

    create table vouchers (
      brand text not null,
      code text not null,
      used bigint not null default 0 check (used >= 0),
      primary key (brand, code)
    );
    create table voucher_uses (
      order_id text primary key references orders (id),
      brand text not null,
      code text not null,
      at timestamptz not null,
      released_at timestamptz
    );

    create table ledger_transfers (
      id bigint generated always as identity primary key,
      kind text not null,
      gateway text not null,
      movement_id text not null,
      order_id text not null references orders (id),
      attempt_id text not null references attempts (id),
      debit_account text not null,
      credit_account text not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      occurred_at timestamptz not null,
      recorded_at timestamptz not null,
      check (debit_account <> credit_account),
      unique (gateway, movement_id, kind)
    );
    create index ledger_by_order on ledger_transfers (order_id);
    create index ledger_by_attempt on ledger_transfers (attempt_id);

    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
    end $$;
    create trigger ledger_is_append_only before update or delete or truncate on ledger_transfers
      for each statement execute function refuse_change();

    create table money_breaks (
      id text primary key,
      kind text not null,
      order_id text not null references orders (id),
      attempt_id text not null references attempts (id),
      movement_id text not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      task text not null,
      state text not null,
      refund_reference text,
      tries integer not null default 0,
      created_at timestamptz not null,
      resolved_at timestamptz,
      unique (attempt_id, movement_id, kind)
    );
    create index money_breaks_open on money_breaks (created_at) where state <> 'resolved';

    create table access_grants (
      id text primary key,
      order_id text not null unique references orders (id),
      lead_id text not null references leads (id),
      brand text not null,
      product_code text not null,
      state text not null,
      granted_at timestamptz not null
    );
    create table access_tokens (
      token_hash text primary key,
      grant_id text not null references access_grants (id),
      purpose text not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null
    );
    create index access_tokens_by_grant on access_tokens (grant_id);

    create table messages (
      id text primary key,
      order_id text not null references orders (id),
      kind text not null,
      dedup text not null,
      state text not null,
      tries integer not null default 0,
      created_at timestamptz not null,
      sent_at timestamptz,
      unique (order_id, kind, dedup)
    );
    create index messages_unsent on messages (created_at) where state = 'waiting';

    create table outbox_events (
      id bigint generated always as identity primary key,
      type text not null,
      order_id text not null,
      dedup text not null,
      payload jsonb not null,
      created_at timestamptz not null,
      unique (order_id, type, dedup)
    );

    create table notifications (
      id text primary key,
      gateway text not null,
      event_id text not null,
      reference text,
      attempt_id text,
      state text not null,
      reason text,
      tries integer not null default 0,
      received_at timestamptz not null,
      handled_at timestamptz,
      unique (gateway, event_id)
    );
    create index notifications_waiting on notifications (received_at) where state in ('stored', 'parked');

    create table gateway_cursors (
      gateway text primary key,
      cursor text,
      updated_at timestamptz not null
    );
  `.execute(db);
}
