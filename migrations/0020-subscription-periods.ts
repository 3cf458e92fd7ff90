import { type Kysely, sql } from 'kysely';

/** Subscriptions that go on by themselves: their terms, how each is charged, and everything that happened to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      -- Every first day of a term is counted from it, in months: a short month moves nothing for good.
      add column anchor date,
      add column period_months integer check (period_months between 1 and 120),
      add column people integer not null default 1 check (people >= 1),
      add column next_charge_on date,
      add column trial_until date,
      -- The kept means of a buyer, a standing consent, or a bill by letter.
      add column means text not null default 'bill' check (means in ('profile', 'consent', 'bill')),
      add column payment_profile_id text references payment_profiles (id),
      add column recurrence_id text unique references recurrences (id),
      -- Into how many bills the buyer's bank splits a charge.
      add column installments integer not null default 1 check (installments >= 1),
      add column past_due_since timestamptz,
      add column paused_at timestamptz,
      add column suspended_at timestamptz,
      add column canceled_at timestamptz,
      -- The day from which it is over, when it was ended for the end of its term.
      add column cancels_on date,
      add column cancel_reason text,
      -- The plan of the next term, and what that costs.
      add column next_plan_id text,
      add column next_amount bigint check (next_amount >= 0),
      add column next_period_months integer check (next_period_months between 1 and 120);
    update subscriptions set
      anchor = term_from,
      period_months = greatest(1, (extract(year from age(term_to + 1, term_from)) * 12
        + extract(month from age(term_to + 1, term_from)))::integer),
      canceled_at = case when state = 'canceled' then created_at end;
    alter table subscriptions
      alter column anchor set not null,
      alter column period_months set not null,
      add check (means <> 'profile' or payment_profile_id is not null),
      add check (means <> 'consent' or recurrence_id is not null),
      add check ((next_plan_id is null) = (next_amount is null)),
      add check ((state = 'canceled') = (canceled_at is not null));
    create index subscriptions_to_end on subscriptions (cancels_on) where cancels_on is not null and state <> 'canceled';
    create index subscriptions_by_profile on subscriptions (payment_profile_id) where payment_profile_id is not null;

    -- One row per term, for ever: whoever wants its money takes the row first.
    create table subscription_periods (
      subscription_id text not null references subscriptions (id),
      number integer not null check (number >= 1),
      due_on date not null,
      term_from date not null,
      term_to date not null check (term_to >= term_from),
      -- Months from the anchor to its first day.
      anchor_months integer not null check (anchor_months >= 0),
      order_id text unique references orders (id),
      invoice_id text unique references invoices (id),
      state text not null check (state in ('due', 'charging', 'paid', 'failed', 'forgiven')),
      -- Charges that were begun without the buyer.
      tries integer not null default 0 check (tries >= 0),
      -- When a worker looks at it next; while one does, when another may.
      next_try_at timestamptz,
      created_at timestamptz not null,
      paid_at timestamptz,
      primary key (subscription_id, number),
      check (state <> 'paid' or next_try_at is null)
    );
    -- What comes after a term is decided once that one has ended: never two that are owed.
    create unique index subscription_periods_owed on subscription_periods (subscription_id)
      where state in ('due', 'charging', 'failed');
    create index subscription_periods_to_try on subscription_periods (next_try_at) where next_try_at is not null;

    create table subscription_events (
      id bigint generated always as identity primary key,
      subscription_id text not null references subscriptions (id),
      event text not null,
      from_state text,
      to_state text not null,
      details jsonb not null default '{}',
      at timestamptz not null
    );
    create index subscription_events_by_subscription on subscription_events (subscription_id, id);
    create trigger subscription_events_are_append_only before update or delete or truncate on subscription_events
      for each statement execute function refuse_change();

    -- The order of a term of a subscription; an order that begins one has none.
    alter table orders
      add column subscription_id text references subscriptions (id),
      add column subscription_period integer,
      add check ((subscription_id is null) = (subscription_period is null));
  `.execute(db);
}
