import { type Kysely, sql } from 'kysely';

/**
 * How staff find a sale: an index over orders that can be made anew from the other tables at any time. Nothing decides by
 * it, and it holds no personal data in clear text: who the buyer is stands in it as keyed hashes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Orders whose entry is older than they are: a worker takes these rows, reads the order and writes its entry. One order
    -- may stand in it many times: a unique key would make a buyer wait for the worker, or for another buyer's transaction.
    create table sale_changes (
      id bigint generated always as identity primary key,
      order_id text not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

    create table sale_search (
      -- The order's number, not its id: three times smaller in each of the indexes.
      number bigint primary key,
      order_id text not null,
      reference text not null,
      lead_id text not null,
      subscription_id text,
      began_at timestamptz not null,
      paid_at timestamptz,
      brand text not null,
      variant text,
      business text not null,
      market text not null,
      product_code text not null,
      plan_id text not null,
      seller text not null,
      source text not null,
      campaign text,
      -- The branch at which it is studied or paid, for staff who see one branch.
      unit text,
      kind text not null check (kind in ('first', 'upsell', 'renewal', 'upgrade', 'invoice')),
      state text not null,
      -- What somebody has to look at; empty for almost every order.
      troubles text[] not null,
      methods text[] not null,
      card_brand text,
      -- Of the newest card attempt; earlier cards of the order stand in search_numbers.
      last4 smallint,
      currency text not null,
      total bigint not null,
      received bigint not null,
      returned bigint not null,
      -- What an attempt charged when that is not the total: with interest, or a part.
      charged bigint,
      voucher text,
      -- HMAC-SHA-256, cut to 12 bytes: e-mail, phone, the phone's last eight digits, each document.
      email_key bytea,
      phone_key bytea,
      phone_end_key bytea,
      document_keys bytea[] not null,
      -- HMAC-SHA-256, cut to 8 bytes: every beginning, from three letters, of every word of the name.
      name_keys bigint[] not null
    );
    -- Lists, newest first, of everything, of a brand, and of a seller's own.
    create index sale_search_by_time on sale_search (began_at desc, number desc);
    create index sale_search_by_brand on sale_search (brand, began_at desc, number desc);
    create index sale_search_by_seller on sale_search (brand, seller, began_at desc, number desc);
    -- What is not plainly paid is a small part of all.
    create index sale_search_by_state on sale_search (state, began_at desc, number desc) where state <> 'paid';
    create index sale_search_in_trouble on sale_search (began_at desc, number desc) where troubles <> '{}';
    -- Each term with the time, so that a term of a hundred thousand orders gives the newest twenty at once.
    create index sale_search_by_email on sale_search (email_key, began_at desc) where email_key is not null;
    create index sale_search_by_phone on sale_search (phone_key, began_at desc) where phone_key is not null;
    create index sale_search_by_phone_end on sale_search (phone_end_key, began_at desc) where phone_end_key is not null;
    create index sale_search_by_last4 on sale_search (last4, began_at desc) where last4 is not null;
    create index sale_search_by_total on sale_search (total, began_at desc);
    create index sale_search_by_payment on sale_search (total, paid_at desc) where paid_at is not null;
    create index sale_search_by_charge on sale_search (charged, began_at desc) where charged is not null;
    create index sale_search_by_voucher on sale_search (voucher, began_at desc) where voucher is not null;
    create index sale_search_by_document on sale_search using gin (document_keys);
    create index sale_search_by_name on sale_search using gin (name_keys);

    -- Numbers of an order that no unique key of another table finds: barcodes, codes of cash payments, earlier cards.
    create table search_numbers (
      kind text not null check (kind in ('barcode', 'our-number', 'cash-code', 'payment-code', 'fiscal-note', 'last4')),
      value text collate "C" not null,
      -- When the order began: the newest of many is found first.
      at timestamptz not null,
      number bigint not null,
      primary key (kind, value, at, number)
    );
    create index search_numbers_by_order on search_numbers (number);

    -- One row: how far the index was made anew, and by which version of its keys; absent when that has ended.
    create table search_rebuild (
      id boolean primary key default true check (id),
      after_number bigint not null,
      last_number bigint not null,
      started_at timestamptz not null
    );
    -- Orders that are there before the index.
    insert into search_rebuild (after_number, last_number, started_at)
      select min(number) - 1, max(number), now() from orders having count(*) > 0;

    -- Triggers of rows, with conditions: an update that moves nothing that the index holds (a lease, a next check) costs a
    -- comparison. No notification is sent: those serialise the commits of the whole server.
    create function mark_sale() returns trigger language plpgsql as $$
    begin
      insert into sale_changes (order_id) values (new.order_id);
      return null;
    end $$;
    create function mark_own_sale() returns trigger language plpgsql as $$
    begin
      insert into sale_changes (order_id) values (new.id);
      return null;
    end $$;
    create function mark_sales_of_lead() returns trigger language plpgsql as $$
    begin
      insert into sale_changes (order_id) select id from orders where lead_id = new.id;
      return null;
    end $$;
    create function mark_sale_of_event() returns trigger language plpgsql as $$
    begin
      insert into sale_changes (order_id) select order_id from outbox_events where id = new.event_id and order_id is not null;
      return null;
    end $$;

    create trigger orders_mark_new_sale after insert on orders for each row execute function mark_own_sale();
    create trigger orders_mark_sale after update on orders for each row
      when ((new.state, new.received, new.returned, new.total, new.plan_id, new.paid_at, new.lead_id)
        is distinct from (old.state, old.received, old.returned, old.total, old.plan_id, old.paid_at, old.lead_id))
      execute function mark_own_sale();
    create trigger attempts_mark_new_sale after insert on attempts for each row execute function mark_sale();
    create trigger attempts_mark_sale after update on attempts for each row
      when ((new.state, new.reference) is distinct from (old.state, old.reference)
        or new.instructions is distinct from old.instructions or new.kept is distinct from old.kept
        or new.payer is distinct from old.payer)
      execute function mark_sale();
    create trigger leads_mark_sales after update on leads for each row
      when ((new.name, new.email, new.phone, new.document_number)
        is distinct from (old.name, old.email, old.phone, old.document_number))
      execute function mark_sales_of_lead();
    create trigger refund_parts_mark_new_sale after insert on refund_parts for each row execute function mark_sale();
    create trigger refund_parts_mark_sale after update on refund_parts for each row
      when (new.state is distinct from old.state) execute function mark_sale();
    create trigger disputes_mark_sale after insert on disputes for each row execute function mark_sale();
    create trigger exceptions_mark_new_sale after insert on reconciliation_exceptions
      for each row execute function mark_sale();
    create trigger exceptions_mark_sale after update on reconciliation_exceptions for each row
      when (new.state is distinct from old.state) execute function mark_sale();
    create trigger fiscal_notes_mark_sale after update on fiscal_notes for each row
      when ((new.state, new.note_number) is distinct from (old.state, old.note_number)) execute function mark_sale();
    create trigger emails_mark_sale after update on emails for each row
      when (new.state is distinct from old.state and (new.state = 'given-up' or old.state = 'given-up'))
      execute function mark_sale();
    create trigger webhook_deliveries_mark_sale after update on webhook_deliveries for each row
      when (new.state is distinct from old.state and (new.state = 'given-up' or old.state = 'given-up'))
      execute function mark_sale_of_event();
    -- Deliveries that were given up are few, and are asked for by the event of an order.
    create index webhook_deliveries_given_up on webhook_deliveries (event_id) where state = 'given-up';

    -- Subscriptions by brand, and by the day of their next charge.
    create index subscriptions_by_brand on subscriptions (brand, created_at desc, id);
    create index subscriptions_by_charge_day on subscriptions (next_charge_on, brand)
      include (currency, amount, state) where next_charge_on is not null and state <> 'canceled';
  `.execute(db);
}
