import { type Kysely, sql } from 'kysely';

/** The buyer's own page: purchases that were withdrawn from, where money goes that no company gives back, links, erasures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One per order, for ever: whatever is confirmed how often, it was withdrawn from once.
    create table withdrawals (
      order_id text primary key references orders (id),
      -- When the contract was made, and the last day to go back on it, in the market.
      contract_at timestamptz not null,
      last_day date not null,
      asked_at timestamptz not null,
      -- What is given back; null when nothing had been paid, or all of it had gone back before.
      refund_id text unique references refund_requests (id),
      amount bigint not null check (amount >= 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      -- When what follows from it (the subscription's end) was done.
      followed_at timestamptz,
      check ((refund_id is null) = (amount = 0))
    );
    create index withdrawals_to_follow on withdrawals (asked_at) where followed_at is null;

    -- Where the money goes that no company gives back by itself: said by the buyer, sealed, forgotten once it was paid.
    create table payout_details (
      order_id text primary key references orders (id),
      kind text not null check (kind in ('cpf', 'cnpj', 'email', 'phone', 'random', 'account')),
      sealed text not null,
      -- Enough for its owner to know it again.
      hint text not null,
      given_at timestamptz not null
    );

    -- Whose purchases one link opens: an address at one school.
    create table buyer_pages (
      id text primary key,
      brand text not null,
      email text not null check (email = lower(email)),
      created_at timestamptz not null,
      -- Its personal data were erased: no link opens it any more.
      erased_at timestamptz
    );
    create unique index buyer_pages_by_email on buyer_pages (brand, email) where erased_at is null;
    create index leads_by_email on leads (brand, lower(email));

    -- Letters that open the page. Its subject is no order: who has left an address only has a page too.
    create table buyer_letters (
      id text primary key,
      page_id text not null references buyer_pages (id),
      kind text not null check (kind in ('link', 'erase')),
      locale text not null,
      -- The way back to the school's pages; nothing personal is in it.
      link jsonb not null,
      variant text,
      state text not null check (state in ('waiting', 'sent', 'not-needed')),
      created_at timestamptz not null,
      sent_at timestamptz
    );
    create index buyer_letters_waiting on buyer_letters (created_at) where state = 'waiting';

    -- How often a link may be asked for; the row's own rule is the limit.
    create table page_budgets (
      subject text not null,
      period text not null,
      asked integer not null,
      most integer not null,
      ends_at timestamptz not null,
      primary key (subject, period),
      check (asked >= 0 and asked <= most)
    );
    create index page_budgets_by_end on page_budgets (ends_at);

    -- That it was done, and to how many rows; nothing of whom.
    create table erasures (
      id text primary key,
      page_id text not null references buyer_pages (id),
      brand text not null,
      erased jsonb not null,
      at timestamptz not null
    );
  `.execute(db);
}
