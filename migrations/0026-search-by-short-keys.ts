import { type Kysely, sql } from 'kysely';

/**
 * The index by which staff find sales, in two thirds of the room: keys of eight and four bytes, no key twice, and only columns
 * that a list or a search reads. It is made anew from the orders by the worker, which begins when the product starts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table sale_search, search_numbers;

    create table sale_search (
      -- Columns of eight bytes stand first: between texts each of them would begin behind up to seven empty bytes.
      number bigint primary key,
      began_at timestamptz not null,
      paid_at timestamptz,
      total bigint not null,
      received bigint not null,
      returned bigint not null,
      -- What an attempt charged when that is not the total: with interest, or a part.
      charged bigint,
      -- HMAC-SHA-256, cut to eight bytes: e-mail, phone, the phone's last eight digits, the document. Another document of the
      -- same order, as a payer's, stands in search_numbers.
      email_key bigint,
      phone_key bigint,
      phone_end_key bigint,
      document_key bigint,
      -- Of the newest card attempt; earlier cards of the order stand in search_numbers.
      last4 smallint,
      order_id text not null,
      reference text not null,
      lead_id text not null,
      subscription_id text,
      brand text not null,
      variant text,
      market text not null,
      product_code text not null,
      plan_id text not null,
      seller text not null,
      source text not null,
      -- The branch at which it is studied or paid, for staff who see one branch.
      unit text,
      kind text not null check (kind in ('first', 'upsell', 'renewal', 'upgrade', 'invoice')),
      state text not null,
      -- What somebody has to look at; null for almost every order: an empty array is as long as a word.
      troubles text[] check (troubles <> '{}'),
      methods text[] not null,
      card_brand text,
      currency text not null,
      voucher text,
      -- HMAC-SHA-256, cut to four bytes: every beginning, from three letters, of every word of the name. Of a million beginnings
      -- one word in four thousand has the key of another one, and a sale that is found by it shows another name.
      name_keys integer[] not null
    );
    -- Lists, newest first, of everything, of a brand, and of a seller's own. Sales of the same microsecond are sorted by number
    -- when they are read. Hardly two brands have a seller of the same name.
    create index sale_search_by_time on sale_search (began_at desc);
    create index sale_search_by_brand on sale_search (brand, began_at desc);
    create index sale_search_by_seller on sale_search (seller, began_at desc);
    -- What is not plainly paid is a small part of all.
    create index sale_search_by_state on sale_search (state, began_at desc) where state <> 'paid';
    create index sale_search_in_trouble on sale_search (began_at desc) where troubles is not null;
    -- Each term with the time, so that a term of a hundred thousand orders gives the newest twenty at once.
    create index sale_search_by_email on sale_search (email_key, began_at desc) where email_key is not null;
    -- A whole phone too: hardly two people have the same eight last digits.
    create index sale_search_by_phone_end on sale_search (phone_end_key, began_at desc) where phone_end_key is not null;
    create index sale_search_by_document on sale_search (document_key, began_at desc) where document_key is not null;
    create index sale_search_by_last4 on sale_search (last4, began_at desc) where last4 is not null;
    create index sale_search_by_total on sale_search (total, began_at desc);
    -- Most are paid at once, and found by the time at which they began.
    create index sale_search_by_late_payment on sale_search (total, paid_at desc) where paid_at - began_at > interval '12 hours';
    create index sale_search_by_charge on sale_search (charged, began_at desc) where charged is not null;
    create index sale_search_by_voucher on sale_search (voucher, began_at desc) where voucher is not null;
    create index sale_search_by_name on sale_search using gin (name_keys);

    -- Numbers of an order that no unique key of another table finds: barcodes, codes of cash payments, earlier cards.
    create table search_numbers (
      -- HMAC-SHA-256 of the kind and the number, cut to eight bytes.
      key bigint not null,
      -- The newest of many is found first: a later order has a higher number.
      number bigint not null,
      primary key (key, number)
    );
    create index search_numbers_by_order on search_numbers (number);

    insert into search_rebuild (after_number, last_number, started_at)
      select min(number) - 1, max(number), now() from orders having count(*) > 0
    on conflict (id) do update set after_number = excluded.after_number, last_number = excluded.last_number,
      started_at = excluded.started_at;
  `.execute(db);
}
