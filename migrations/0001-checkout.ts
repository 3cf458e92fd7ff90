import { type Kysely, sql } from 'kysely';

/**
 * What exists before an order: the session of a browser, the buyer's lead, their consents, the prices quoted to them, and
 * the counters of what is limited (vouchers, seats).
 *
 * In all files: amounts are bigint in minor units of the currency, times are UTC instants, `date` is a day of the market.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table checkout_sessions (
      id text primary key,
      -- Hash of the browser's cookie: the session is found by it and opened by nothing else.
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
      -- The query of the link that the buyer came by.
      link jsonb not null,
      -- The references to leads and orders are added once those tables exist.
      lead_id text,
      order_id text,
      -- What the buyer chose on the steps between lead and payment.
      answers jsonb not null default '{}'::jsonb,
      -- Present in the session of an upsell: the paid order, the offer and its discount.
      upsell jsonb,
      -- The number by which analytics knows a buyer who agreed to it.
      analytics_client_id text,
      created_at timestamptz not null,
      touched_at timestamptz not null,
      -- The same link opened again in the same browser goes on with the same session.
      unique (browser_hash, product_code, market, offer, flow_id)
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
      -- How the buyer heard of the school.
      referrer text,
      -- The number that was verified, not a flag: a lead whose number changes is not verified any more.
      verified_phone text,
      phone_verified_at timestamptz,
      -- When the lead was last found to belong to a purchase: it is checked again as long after that as after its creation.
      retention_checked_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index leads_by_session on leads (session_id);
    -- All purchases of one address at one school: the account page, exports and erasures.
    create index leads_by_email on leads (brand, lower(email));
    -- Sessions that were abandoned in a span of time, for reminders.
    create index leads_by_time on leads (created_at);
    -- Unpaid leads to erase, found by time among millions that were paid, without reading every order.
    create index leads_to_check on leads (coalesce(retention_checked_at, created_at));

    alter table checkout_sessions add foreign key (lead_id) references leads (id);
    -- Deleting a lead asks whether a session still names it.
    create index checkout_sessions_by_lead on checkout_sessions (lead_id) where lead_id is not null;

    -- Marketing and terms: what was accepted, with the words beside the box.
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
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      lines jsonb not null,
      voucher text,
      discount bigint not null check (discount >= 0),
      total bigint not null check (total >= 0),
      installments jsonb not null,
      methods jsonb not null,
      -- What is free until when and what is charged then; null for a price without a trial.
      trial jsonb,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index quotes_by_session on quotes (session_id, created_at desc);

    -- The campus or the test location that the buyer chose, one of each kind.
    create table session_locations (
      session_id text not null references checkout_sessions (id),
      kind text not null,
      location_id text not null,
      name text not null,
      detail jsonb not null,
      chosen_at timestamptz not null,
      primary key (session_id, kind)
    );

    -- How often a code was used. Its limit is data of the brand and is checked by the statement that counts.
    create table vouchers (
      brand text not null,
      code text not null,
      used bigint not null default 0 check (used >= 0),
      primary key (brand, code)
    );

    create table seat_pools (
      pool text primary key,
      capacity bigint not null,
      taken bigint not null,
      -- The last seat goes to one order only, whatever runs at once.
      check (taken >= 0 and taken <= capacity)
    );
  `.execute(db);
}
