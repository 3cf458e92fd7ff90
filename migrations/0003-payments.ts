import { type Kysely, sql } from 'kysely';

/** How an order is paid: tenders, the attempts of each at a gateway, idempotency keys, and saved payment instruments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What the buyer wants to pay by one method: principal is part of the order's total, interest comes on top.
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
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      installments integer not null check (installments >= 1),
      state text not null check (state in ('created', 'awaiting-buyer', 'processing', 'unknown', 'authorized',
                                           'captured', 'declined', 'expired', 'voided', 'failed')),
      -- The gateway's own id of the charge.
      reference text,
      payer jsonb not null,
      -- What receipts and staff may see of the instrument: brand, last four digits, words of the mandate.
      kept jsonb not null,
      instructions jsonb,
      next_action jsonb,
      decline_code text,
      decline_raw text,
      -- Hash of a token that a gateway takes once: the same card form sent twice is one charge.
      single_use_hash text unique,
      -- A newer attempt took its place; money that still comes is a surplus.
      superseded boolean not null default false,
      -- requested: an authorization has to be voided at the gateway; done: it was.
      void_state text check (void_state in ('requested', 'done')),
      -- Its place among the parts of a split that were begun by one call; null: it pays alone.
      part smallint check (part between 0 and 9),
      -- The request for its gateway, sealed, until its turn comes; null: it was sent, or never will be.
      sealed_request text,
      -- The whole total is reserved: what this attempt authorized is to be captured.
      capture_requested boolean not null default false,
      -- How often the gateway was asked, how often it did not know the charge, and how many answers in a row spoke of
      -- another amount, payee or order than was asked for.
      checks integer not null default 0,
      not_found integer not null default 0,
      contradictions integer not null default 0 check (contradictions >= 0),
      expires_at timestamptz not null,
      -- Until when money may still arrive: never before the buyer's own time is over.
      deadline_at timestamptz not null,
      next_check_at timestamptz,
      -- When a captured charge is asked about once more; null: its gateway takes nothing back any more.
      recheck_at timestamptz,
      -- Until when one process polls a gateway that may charge when it is asked; null: none does. In the past: it died.
      poll_lease_until timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (order_id, number),
      constraint attempts_deadline_after_expiry check (deadline_at >= expires_at),
      constraint attempts_sealed_request_part check (sealed_request is null or (part is not null and state = 'created'))
    );
    -- The natural key of a charge: whatever the client sends, a tender has one live attempt.
    create unique index attempts_one_open on attempts (tender_id)
      where state in ('created', 'awaiting-buyer', 'processing', 'unknown', 'authorized');
    create unique index attempts_by_reference on attempts (gateway, reference) where reference is not null;
    -- What jobs have to do: each index holds the few rows that wait.
    create index attempts_due on attempts (next_check_at) where next_check_at is not null;
    create index attempts_to_recheck on attempts (recheck_at) where recheck_at is not null;
    create index attempts_pending_voids on attempts (id) where void_state = 'requested';
    create index attempts_waiting_turn on attempts (created_at) where sealed_request is not null;
    -- Declines of a gateway in the last minutes, for the decline alarm.
    create index attempts_declined on attempts (gateway, created_at) where state = 'declined';
    -- Whether a phone is being asked for a payment now is looked up before it is asked for another.
    create index attempts_open_by_phone on attempts ((payer ->> 'phone'))
      where state in ('created', 'awaiting-buyer', 'processing', 'unknown');

    create table idempotency_keys (
      scope text not null,
      key text not null,
      -- Keyed hash of the request; null once its person was erased.
      fingerprint text,
      order_id text,
      attempt_id text,
      body jsonb,
      created_at timestamptz not null,
      primary key (scope, key)
    );

    -- Instruments that buyers let us keep. No card number is here.
    create table payment_profiles (
      id text primary key,
      -- Whose browser saved it, and for which address: both must be the same to use it.
      browser_hash text not null,
      session_id text not null references checkout_sessions (id),
      lead_id text not null references leads (id),
      email text not null,
      business text not null,
      market text not null check (market in ('BR', 'MZ', 'PE')),
      rail text not null,
      gateway text not null,
      -- The gateway's own name of the instrument, sealed; good for this merchant only.
      token text not null,
      instrument_key text,
      brand text not null,
      last4 text not null check (last4 ~ '^[0-9]{4}$'),
      expiry text not null,
      -- The scheme's name of the first payment: every later one names it.
      scheme_transaction_id text,
      consent_id text references consents (id),
      attempt_id text unique references attempts (id),
      created_at timestamptz not null,
      deleted_at timestamptz,
      replaced_by text references payment_profiles (id)
    );
    create index payment_profiles_by_browser on payment_profiles (browser_hash) where deleted_at is null;
    create index payment_profiles_by_lead on payment_profiles (lead_id);
    -- A card that was saved before a secret was rotated is found by the hash that the earlier secret made.
    create index payment_profiles_by_instrument on payment_profiles (instrument_key) where instrument_key is not null;
  `.execute(db);
}
