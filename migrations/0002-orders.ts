import { type Kysely, sql } from 'kysely';

/** Orders with their lines, and what an order holds of vouchers, seats and locations; the buyer's answers to upsells. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Buyers and staff name an order by a short random reference: the running number would tell how many were sold.
    -- The letters leave out vowels and whatever is read as a digit.
    create function draw_order_reference() returns text language plpgsql volatile as $$
    declare
      letters constant text := 'BCDFGHJKMPQRTVWXY34679';
      drawn text;
    begin
      loop
        -- Six bytes of a random UUID that carry neither its version nor its variant.
        select string_agg(substr(letters, 1 + get_byte(bytes, at) % length(letters), 1), '')
          into drawn
          from (select uuid_send(gen_random_uuid()) as bytes) as one, generate_series(0, 5) as at;
        exit when not exists (select from orders where reference = drawn);
      end loop;
      return drawn;
    end $$;

    create table orders (
      id text primary key,
      number bigint generated always as identity unique,
      reference text not null default draw_order_reference(),
      session_id text not null references checkout_sessions (id),
      lead_id text not null references leads (id),
      quote_id text not null references quotes (id),
      -- The paid order after which this one was offered.
      parent_order_id text references orders (id),
      brand text not null,
      variant text,
      business text not null,
      product_code text not null,
      plan_id text not null,
      market text not null,
      locale text not null,
      seller text not null,
      source text not null,
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      total bigint not null check (total >= 0),
      received bigint not null default 0,
      -- How much of what was received went back by refunds and disputes.
      returned bigint not null default 0,
      state text not null check (state in ('open', 'partly-paid', 'paid', 'refunded', 'closed')),
      -- Until when the parts that are paid are kept for the buyer to pay the rest; a closed order that has it was undone.
      hold_expires_at timestamptz,
      -- The billing period that it pays for; null for an order that begins a subscription, or has none.
      subscription_id text,
      billing_period_number integer,
      analytics_client_id text,
      -- When analytics was told of the purchase.
      purchase_reported_at timestamptz,
      created_at timestamptz not null,
      paid_at timestamptz,
      constraint orders_reference_key unique (reference),
      constraint orders_reference_letters check (reference ~ '^[BCDFGHJKMPQRTVWXY34679]{6}$'),
      -- The state of an order and its money say the same, whatever the code does.
      constraint orders_received_range check (received >= 0 and received <= total),
      constraint orders_returned_range check (returned >= 0 and returned <= received),
      constraint orders_open_unpaid check (state <> 'open' or received = 0),
      constraint orders_partly_paid check (state <> 'partly-paid' or (received > 0 and received < total)),
      constraint orders_paid_in_full check (state <> 'paid' or (received = total and paid_at is not null)),
      constraint orders_refunded_in_full check (state <> 'refunded' or (received > 0 and returned = received)),
      -- An order of which everything went back is refunded; one of 0 stays paid.
      constraint orders_paid_keeps_money
        check (state not in ('paid', 'partly-paid') or returned < received or received = 0),
      constraint orders_whole_billing_period check ((subscription_id is null) = (billing_period_number is null))
    );
    -- A closed order stays for late money; the session goes on with a new one.
    create unique index orders_one_per_session on orders (session_id) where state <> 'closed';
    create index orders_by_session on orders (session_id);
    create index orders_by_lead on orders (lead_id);
    -- Expired quotes are deleted in bulk; each deletion asks whether an order names it.
    create index orders_by_quote on orders (quote_id);
    create index orders_by_parent on orders (parent_order_id) where parent_order_id is not null;
    create index orders_by_billing_period on orders (subscription_id, billing_period_number)
      where subscription_id is not null;
    -- What jobs still have to do: few rows, whatever the number of orders.
    create index orders_on_hold on orders (hold_expires_at)
      where hold_expires_at is not null and state in ('open', 'partly-paid');
    create index orders_unreported on orders (paid_at)
      where analytics_client_id is not null and purchase_reported_at is null and paid_at is not null;

    alter table checkout_sessions add foreign key (order_id) references orders (id);

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

    -- As it was when the order was made: a location that closes stays on the orders of its students.
    create table order_locations (
      order_id text not null references orders (id),
      kind text not null,
      location_id text not null,
      name text not null,
      detail jsonb not null,
      primary key (order_id, kind)
    );

    -- One voucher per order; released when the order ends unpaid.
    create table voucher_uses (
      order_id text primary key references orders (id),
      brand text not null,
      code text not null,
      at timestamptz not null,
      released_at timestamptz
    );
    -- Uses that may have to be released.
    create index voucher_uses_held on voucher_uses (at) where released_at is null;

    create table seat_reservations (
      order_id text not null references orders (id),
      pool text not null references seat_pools (pool),
      at timestamptz not null,
      released_at timestamptz,
      primary key (order_id, pool)
    );
    create index seat_reservations_open on seat_reservations (at) where released_at is null;

    -- One answer per order and offer, whatever is pressed how often.
    create table upsell_decisions (
      order_id text not null references orders (id),
      offer_id text not null,
      decision text not null check (decision in ('accepted', 'declined')),
      -- The session in which the accepted offer is paid.
      session_id text unique references checkout_sessions (id),
      decided_at timestamptz not null,
      primary key (order_id, offer_id),
      check (decision = 'declined' or session_id is not null)
    );
  `.execute(db);
}
