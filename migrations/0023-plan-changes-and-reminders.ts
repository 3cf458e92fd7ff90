import { type Kysely, sql } from 'kysely';

/** Changes of plan that are paid for, and reminders to those who left before paying. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A change of plan that its buyer agreed to: it holds once its order is paid, in the term in which it was agreed to.
    create table plan_changes (
      order_id text primary key references orders (id),
      subscription_id text not null references subscriptions (id),
      from_plan_id text not null,
      to_plan_id text not null,
      term_from date not null,
      term_to date not null,
      -- What a whole term of the new plan costs.
      price bigint not null check (price >= 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      -- missed: paid when it could not be made any more; the money goes back.
      state text not null check (state in ('open', 'applied', 'missed', 'withdrawn')),
      created_at timestamptz not null,
      settled_at timestamptz
    );
    create index plan_changes_by_subscription on plan_changes (subscription_id);
    -- Two bills for changing one subscription would be two payments for one wish.
    create unique index plan_changes_one_open on plan_changes (subscription_id) where state = 'open';

    -- One row per session that was left: whether its buyer is reminded, and of what next.
    create table abandonments (
      id text primary key,
      session_id text not null unique references checkout_sessions (id),
      -- Hash of buyer, brand, product and market: two tabs and two devices are one purchase.
      purchase_key text not null,
      brand text not null,
      -- Hash of the address: whoever said stop is not written to by this brand again.
      email_hash text not null,
      began_at timestamptz not null,
      next_step integer not null default 0,
      next_at timestamptz,
      ended_at timestamptz,
      ended_by text check (ended_by in ('bought', 'stopped', 'not-wanted', 'told-before', 'done')),
      check ((ended_at is null) = (ended_by is null)),
      check ((ended_at is null) = (next_at is not null))
    );
    create unique index abandonments_one_live on abandonments (purchase_key) where ended_at is null;
    create index abandonments_by_purchase on abandonments (purchase_key, began_at desc);
    create index abandonments_due on abandonments (next_at) where next_at is not null;
    create index leads_by_time on leads (created_at);

    -- Whoever writes the row sends the letter: there is one per purchase and step, whatever runs twice.
    create table reminders (
      abandonment_id text not null references abandonments (id),
      step integer not null,
      channel text not null check (channel in ('email', 'sms')),
      -- sending: it is on its way, or was when its process died; nobody sends it again.
      state text not null check (state in ('waiting', 'sending', 'sent', 'not-needed')),
      created_at timestamptz not null,
      settled_at timestamptz,
      primary key (abandonment_id, step)
    );

    create table reminder_stops (
      brand text not null,
      email_hash text not null,
      at timestamptz not null,
      primary key (brand, email_hash)
    );

    -- A letter that a worker has in hand: no other one sends it meanwhile.
    alter table messages add column held_until timestamptz;
  `.execute(db);
}
