import { type Kysely, sql } from 'kysely';

/** Free time that a buyer accepted, whose it was, and offers that a seller made to one buyer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What is free until when and what is charged then; null for a price without free time.
    alter table quotes add column trial jsonb;

    -- The order of 0 that began the free time, and what its buyer agreed to be charged after it.
    create table trials (
      order_id text primary key references orders (id),
      started_on date not null,
      free_until date not null check (free_until >= started_on),
      first_charge_on date not null check (first_charge_on > free_until),
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      installments integer not null default 1 check (installments >= 1),
      -- The kept means that is charged; null: a bill comes.
      payment_profile_id text references payment_profiles (id),
      consent_id text references consents (id),
      accepted_at timestamptz not null
    );

    -- Free time is for once: a keyed hash of each thing by which a person is known, per school and product.
    create table trial_people (
      business text not null,
      product_code text not null,
      person_key text not null,
      order_id text not null references orders (id),
      primary key (business, product_code, person_key)
    );
    create index trial_people_by_order on trial_people (order_id);

    -- A seller's offer to one buyer: who has its link may take it, once.
    create table custom_offers (
      id text primary key,
      brand text not null,
      variant text,
      business text not null,
      product_code text not null,
      plan_id text not null,
      market text not null,
      locale text not null,
      seller text not null,
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      amount bigint not null check (amount > 0),
      -- Whom it is for: one who has a subscription, or one who left contact data.
      subscription_id text references subscriptions (id),
      lead_id text not null references leads (id),
      expires_on date not null,
      created_at timestamptz not null,
      accepted_at timestamptz,
      payment_profile_id text references payment_profiles (id),
      invoice_id text unique references invoices (id),
      check ((accepted_at is null) or (payment_profile_id is not null) or (invoice_id is not null))
    );
    create index custom_offers_by_subscription on custom_offers (subscription_id) where subscription_id is not null;
  `.execute(db);
}
