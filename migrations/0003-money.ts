import { type Kysely, sql } from 'kysely';

/** What keeps money right: idempotency keys, vouchers, the ledger and its breaks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
  `.execute(db);
}
