import { type Kysely, sql } from 'kysely';

/** Contracts and their acceptances, the audit trail of each sale, and fiscal notes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A filled contract, word for word. The same words for the same price are the same contract.
    create table contracts (
      id text primary key,
      session_id text not null references checkout_sessions (id),
      -- Goes with its quote, which is deleted unless an order names it.
      quote_id text not null references quotes (id) on delete cascade,
      locale text not null,
      -- Hash of the terms that it was filled from.
      terms_version text not null,
      body text not null,
      -- The buyer's own texts as they stand in the body: an erasure finds and empties them.
      personal_texts jsonb not null default '[]',
      text_hash text not null,
      created_at timestamptz not null,
      -- When the buyer's data were taken out of the body at their request; the hash stays that of the whole text.
      erased_at timestamptz,
      unique (quote_id, text_hash)
    );
    create index contracts_by_session on contracts (session_id, created_at desc);

    create table contract_acceptances (
      id text primary key,
      contract_id text not null references contracts (id) on delete cascade,
      session_id text not null,
      quote_id text not null,
      text_hash text not null,
      -- The words beside the box that was ticked.
      label text not null,
      ip text not null,
      accepted_at timestamptz not null
    );
    create index contract_acceptances_by_quote on contract_acceptances (quote_id, accepted_at);
    create index contract_acceptances_by_session on contract_acceptances (session_id);
    create index contract_acceptances_by_contract on contract_acceptances (contract_id);

    -- One entry of an order's audit trail: each carries the hash of the one before it.
    create table audit_entries (
      order_id text not null references orders (id),
      position integer not null check (position >= 0),
      kind text not null,
      -- What it is about: a fact becomes one entry, whoever writes the trail how often.
      source text not null,
      occurred_at timestamptz not null,
      recorded_at timestamptz not null,
      -- Canonical JSON, as it was hashed; personal data stand in it as salted hashes only.
      body text not null,
      previous_hash text not null,
      hash text not null,
      -- The personal data and their salts, until the buyer has them erased.
      disclosed jsonb,
      primary key (order_id, position),
      unique (order_id, source)
    );
    -- Append-only, but an erasure may empty what was disclosed (src/kernel/db/app-role.server.ts grants that column).
    create function protect_audit_entry() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.disclosed is null
        and (new.order_id, new.position, new.kind, new.source, new.occurred_at, new.recorded_at, new.body, new.previous_hash, new.hash)
          is not distinct from
          (old.order_id, old.position, old.kind, old.source, old.occurred_at, old.recorded_at, old.body, old.previous_hash, old.hash)
      then return new;
      end if;
      raise exception 'audit_entries is append-only' using errcode = 'integrity_constraint_violation';
    end $$;
    create trigger audit_entries_are_append_only before update or delete on audit_entries
      for each row execute function protect_audit_entry();

    -- One row: how far the sweep has read the events that end in documents.
    create table document_progress (
      id boolean primary key default true check (id),
      event_id bigint not null
    );
    insert into document_progress (event_id) values (0);

    create table fiscal_notes (
      id text primary key,
      order_id text not null references orders (id),
      -- 1 for an order's first note; 2 for the one that takes the place of a canceled one, and so on.
      sequence integer not null check (sequence >= 1),
      state text not null check (state in ('requested', 'issued', 'cancel-requested', 'canceled', 'refused')),
      -- Of the declaration (nDPS), within its issuer and series.
      issuer text not null,
      series text not null,
      number bigint not null check (number > 0),
      declaration_id text not null unique,
      declaration text not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      -- The authority's own: number, key of fifty digits, and where anybody may look it up.
      note_number text,
      access_key text unique,
      link text,
      refusal text,
      tries integer not null default 0,
      next_try_at timestamptz,
      created_at timestamptz not null,
      issued_at timestamptz,
      canceled_at timestamptz,
      unique (order_id, sequence),
      unique (issuer, series, number)
    );
    create index fiscal_notes_to_do on fiscal_notes (next_try_at) where next_try_at is not null;

    -- The last number of each series: the authority wants them without gaps, which a sequence does not promise.
    create table fiscal_numbers (
      issuer text not null,
      series text not null,
      last bigint not null,
      primary key (issuer, series)
    );
  `.execute(db);
}
