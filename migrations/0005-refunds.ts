import { type Kysely, sql } from 'kysely';

/** Money that goes back: what gateways tell (refunds, disputes), what is asked for, and the right to withdraw. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A refund that took place, once per movement of its gateway.
    create table refunds (
      id text primary key,
      gateway text not null,
      movement_id text not null,
      order_id text not null references orders (id),
      attempt_id text not null references attempts (id),
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      occurred_at timestamptz not null,
      recorded_at timestamptz not null,
      unique (gateway, movement_id)
    );
    create index refunds_by_order on refunds (order_id);

    create table disputes (
      id text primary key,
      gateway text not null,
      movement_id text not null,
      order_id text not null references orders (id),
      attempt_id text not null references attempts (id),
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      occurred_at timestamptz not null,
      recorded_at timestamptz not null,
      unique (gateway, movement_id)
    );
    create index disputes_by_order on disputes (order_id);

    -- An amount that is to go back. Who asked and who agreed; null: the product itself, by a rule.
    create table refund_requests (
      id text primary key,
      order_id text not null references orders (id),
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      reason text not null,
      requested_at timestamptz not null,
      requested_by text,
      confirmed_by text,
      constraint refund_requests_two_people check (confirmed_by is null or confirmed_by <> requested_by)
    );
    create index refund_requests_by_order on refund_requests (order_id);

    -- What of a request goes back by one capture.
    create table refund_parts (
      id text primary key,
      request_id text not null references refund_requests (id),
      order_id text not null references orders (id),
      attempt_id text not null references attempts (id),
      -- The capture that it gives back of.
      capture_id text not null,
      amount bigint not null check (amount > 0),
      -- wanted: until its movement is in the ledger; by-hand: its gateway cannot do it; disputed: a dispute holds its
      -- money; canceled: the dispute was lost, so that the buyer's bank has paid it.
      state text not null check (state in ('wanted', 'done', 'by-hand', 'disputed', 'canceled')),
      movement_id text,
      -- Present where this part's own refund was booked for an equal surplus: then the part goes back by the surplus's key.
      refund_key text unique,
      -- How much of it a dispute holds.
      disputed_amount bigint not null default 0,
      assigned_to text,
      assigned_at timestamptz,
      requested_at timestamptz not null,
      ended_at timestamptz,
      constraint refund_parts_done_by_movement check ((state = 'done') = (movement_id is not null)),
      constraint refund_parts_disputed_range check (disputed_amount between 0 and amount)
    );
    create index refund_parts_by_order on refund_parts (order_id);
    create index refund_parts_wanted on refund_parts (requested_at) where state = 'wanted';
    create index refund_parts_manual on refund_parts (requested_at) where state in ('by-hand', 'disputed');

    -- A refund above what one of the staff may send alone: it waits until somebody else agrees.
    create table pending_refunds (
      -- The id that the refund request will have.
      id text primary key,
      order_id text not null references orders (id),
      amount bigint not null check (amount > 0),
      currency text not null,
      reason text not null,
      state text not null check (state in ('waiting', 'confirmed', 'turned-down')),
      requested_by text not null,
      requested_at timestamptz not null,
      expires_at timestamptz not null,
      decided_by text,
      decided_at timestamptz,
      constraint pending_refunds_expire_later check (expires_at > requested_at),
      constraint pending_refunds_decided_by check ((state = 'waiting') = (decided_by is null)),
      constraint pending_refunds_decided_at check ((state = 'waiting') = (decided_at is null)),
      -- Whoever asked may call it off, but not confirm it.
      constraint pending_refunds_two_people check (state <> 'confirmed' or decided_by <> requested_by)
    );
    create index pending_refunds_by_order on pending_refunds (order_id);
    create index pending_refunds_open on pending_refunds (requested_at) where state = 'waiting';

    -- The buyer withdrew within the legal days. One per order, for ever: however often it is confirmed, it happened once.
    create table cooling_off_requests (
      order_id text primary key references orders (id),
      -- When the contract was made, and the last day to withdraw from it.
      contract_at timestamptz not null,
      last_day date not null,
      requested_at timestamptz not null,
      -- What is given back; null when nothing had been paid, or all of it had gone back before.
      refund_id text unique references refund_requests (id),
      amount bigint not null check (amount >= 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      -- When what follows from it (the subscription's end) was done.
      completed_at timestamptz,
      check ((refund_id is null) = (amount = 0))
    );
    create index cooling_off_requests_to_complete on cooling_off_requests (requested_at) where completed_at is null;

    -- Where money goes that no gateway gives back by itself: given by the buyer, sealed, deleted once it was paid out.
    create table payout_details (
      order_id text primary key references orders (id),
      kind text not null check (kind in ('cpf', 'cnpj', 'email', 'phone', 'random', 'account')),
      sealed text not null,
      -- Enough for its owner to know it again.
      hint text not null,
      given_at timestamptz not null
    );

    -- Who changed the account when and from where; the account itself is sealed in payout_details.
    create table payout_changes (
      id text primary key,
      order_id text not null references orders (id),
      kind text not null,
      hint text not null,
      ip text not null,
      given_at timestamptz not null
    );
    create index payout_changes_by_order on payout_changes (order_id);
  `.execute(db);
}
