import { type Kysely, sql } from 'kysely';

/** Double-entry bookkeeping of every movement of money, its signed days, and movements that fit no order as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The trigger of all tables to which rows are only added. The product's role loses UPDATE and DELETE on them too
    -- (src/kernel/db/app-role.server.ts finds them by the name of this function).
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
    end $$;

    create table ledger_transfers (
      id bigint generated always as identity primary key,
      kind text not null,
      gateway text not null,
      -- The gateway's own id of the movement.
      movement_id text not null,
      order_id text not null references orders (id),
      attempt_id text not null references attempts (id),
      debit_account text not null,
      credit_account text not null,
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      occurred_at timestamptz not null,
      recorded_at timestamptz not null,
      check (debit_account <> credit_account),
      -- A movement that is told twice is booked once.
      unique (gateway, movement_id, kind)
    );
    create index ledger_by_order on ledger_transfers (order_id);
    create index ledger_by_attempt on ledger_transfers (attempt_id);
    create index ledger_by_day on ledger_transfers (recorded_at);
    create trigger ledger_is_append_only before update or delete or truncate on ledger_transfers
      for each statement execute function refuse_change();

    -- The history of each attempt: one row per transition, and per report that brought money without one.
    create table attempt_events (
      id bigint generated always as identity primary key,
      attempt_id text not null references attempts (id),
      -- Null: the attempt was written.
      from_state text,
      to_state text not null,
      source text not null,
      -- SHA-256 of what the gateway reported about money; null where no gateway did.
      fact_hash text,
      decline_code text,
      movements jsonb,
      at timestamptz not null
    );
    create index attempt_events_by_attempt on attempt_events (attempt_id, id);
    create trigger attempt_events_are_append_only before update or delete or truncate on attempt_events
      for each statement execute function refuse_change();

    -- One row per day of the ledger: the hash of all that was written that day, over the hash of the day before, signed.
    create table ledger_days (
      day date primary key,
      lines bigint not null check (lines >= 0),
      last_id bigint not null,
      previous_hash text not null,
      hash text not null,
      -- Both are null in an installation without a signing key.
      key_id text,
      signature text,
      sealed_at timestamptz not null,
      check ((key_id is null) = (signature is null))
    );
    create trigger ledger_days_are_append_only before update or delete or truncate on ledger_days
      for each statement execute function refuse_change();

    -- Money that came or went and that no order expects: each row is a task until it is resolved.
    create table reconciliation_exceptions (
      id text primary key,
      kind text not null,
      order_id text not null references orders (id),
      attempt_id text not null references attempts (id),
      movement_id text not null,
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      task text not null,
      state text not null check (state in ('open', 'resolved')),
      refund_reference text,
      tries integer not null default 0,
      assigned_to text,
      assigned_at timestamptz,
      -- Null where a fact of a gateway ended it.
      resolved_by text,
      -- The operator's own reference: a bank's payment, a case number.
      reference text,
      outcome text check (outcome in ('won', 'lost', 'expired')),
      created_at timestamptz not null,
      resolved_at timestamptz,
      -- The same movement makes one task of a kind, whoever finds it how often.
      unique (attempt_id, movement_id, kind),
      constraint reconciliation_exceptions_resolved_at check ((state = 'resolved') = (resolved_at is not null)),
      constraint reconciliation_exceptions_assigned_at check (assigned_to is null or assigned_at is not null)
    );
    create index reconciliation_exceptions_open on reconciliation_exceptions (created_at) where state <> 'resolved';
    create index reconciliation_exceptions_by_order on reconciliation_exceptions (order_id);
  `.execute(db);
}
