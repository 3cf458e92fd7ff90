import { type Kysely, sql } from 'kysely';

/** Subscriptions, the mandates that pay them, invoices, the billing periods, and everything that happened to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A buyer's standing permission at their bank, asked for together with an order's payment: the attempt is the charge
    -- that shows it.
    create table mandates (
      id text primary key,
      order_id text not null references orders (id),
      attempt_id text not null unique references attempts (id),
      gateway text not null,
      -- The gateway's own id of it.
      reference text not null,
      currency text not null,
      amount bigint not null check (amount > 0),
      period text not null check (period in ('weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly')),
      first_due_on date not null,
      state text not null check (state in ('created', 'approved', 'rejected', 'expired', 'canceled')),
      ended_by text check (ended_by in ('payer', 'payee', 'bank')),
      -- When a job asks about it again, and from which day on its next charge may be sent; null once it has ended.
      next_check_at timestamptz,
      next_send_on date,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (gateway, reference)
    );
    create index mandates_by_order on mandates (order_id);
    create index mandates_to_check on mandates (next_check_at) where next_check_at is not null;
    create index mandates_to_send on mandates (next_send_on) where next_send_on is not null;

    create table subscriptions (
      id text primary key,
      lead_id text not null references leads (id),
      -- The order that began it; null for one that was begun in another system.
      order_id text unique references orders (id),
      brand text not null,
      variant text,
      business text not null,
      product_code text not null,
      plan_id text not null,
      market text not null,
      locale text not null,
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      -- What a billing period costs.
      amount bigint not null check (amount >= 0),
      people integer not null default 1 check (people >= 1),
      state text not null check (state in ('trialing', 'active', 'past-due', 'paused', 'suspended', 'canceled')),
      -- The billing period that is paid for: its first and its last day.
      period_start date not null,
      period_end date not null,
      -- First days of periods are counted from it, in months: a short month moves nothing for good.
      anchor date not null,
      period_months integer not null check (period_months between 1 and 120),
      next_charge_on date,
      trial_until date,
      -- A saved payment profile, a mandate, or an invoice by e-mail.
      instrument text not null default 'invoice' check (instrument in ('profile', 'mandate', 'invoice')),
      payment_profile_id text references payment_profiles (id),
      mandate_id text unique references mandates (id),
      -- Into how many installments the buyer's bank splits a charge.
      installments integer not null default 1 check (installments >= 1),
      past_due_since timestamptz,
      paused_at timestamptz,
      suspended_at timestamptz,
      canceled_at timestamptz,
      -- The day from which it is over, when it was canceled for the end of its period.
      cancels_on date,
      cancel_reason text,
      -- The plan of the next period, and what that costs.
      next_plan_id text,
      next_amount bigint check (next_amount >= 0),
      next_period_months integer check (next_period_months between 1 and 120),
      created_at timestamptz not null,
      constraint subscriptions_period_order check (period_end >= period_start),
      constraint subscriptions_profile_named check (instrument <> 'profile' or payment_profile_id is not null),
      constraint subscriptions_mandate_named check (instrument <> 'mandate' or mandate_id is not null),
      constraint subscriptions_next_plan_priced check ((next_plan_id is null) = (next_amount is null)),
      constraint subscriptions_canceled_at check ((state = 'canceled') = (canceled_at is not null))
    );
    create index subscriptions_by_lead on subscriptions (lead_id);
    -- A saved card that is deleted or replaced: which subscriptions does it pay?
    create index subscriptions_by_profile on subscriptions (payment_profile_id) where payment_profile_id is not null;
    create index subscriptions_to_end on subscriptions (cancels_on) where cancels_on is not null and state <> 'canceled';

    alter table orders add foreign key (subscription_id) references subscriptions (id);

    -- An invoice is paid by the order of its session; its status is that order's.
    create table invoices (
      id text primary key,
      number bigint generated always as identity unique,
      kind text not null check (kind in ('invoice', 'renew', 'direct', 'sale-invoice', 'first-invoice-payment', 'upgrade')),
      session_id text not null unique references checkout_sessions (id),
      subscription_id text references subscriptions (id),
      description text not null,
      due_on date not null,
      created_at timestamptz not null,
      canceled_at timestamptz
    );

    -- One row per period, for ever: whoever wants its money takes the row first.
    create table billing_periods (
      subscription_id text not null references subscriptions (id),
      number integer not null check (number >= 1),
      due_on date not null,
      period_start date not null,
      period_end date not null,
      -- Months from the subscription's anchor to its first day.
      anchor_months integer not null check (anchor_months >= 0),
      order_id text unique references orders (id),
      invoice_id text unique references invoices (id),
      state text not null check (state in ('due', 'charging', 'paid', 'failed', 'waived')),
      -- Charges that were begun without the buyer.
      tries integer not null default 0 check (tries >= 0),
      -- When a worker looks at it next; while one does, when another may.
      next_try_at timestamptz,
      -- When a period that is not due yet is looked at for what is announced before its charge; null when nothing more is.
      upcoming_check_at timestamptz default '-infinity',
      created_at timestamptz not null,
      paid_at timestamptz,
      primary key (subscription_id, number),
      constraint billing_periods_period_order check (period_end >= period_start),
      constraint billing_periods_paid_is_over check (state <> 'paid' or next_try_at is null)
    );
    -- What comes after a period is decided once that one has ended: never two that are owed.
    create unique index billing_periods_owed on billing_periods (subscription_id)
      where state in ('due', 'charging', 'failed');
    create index billing_periods_to_try on billing_periods (next_try_at) where next_try_at is not null;
    create index billing_periods_failed on billing_periods (subscription_id, number) where state = 'failed';
    create index billing_periods_upcoming on billing_periods (upcoming_check_at)
      where upcoming_check_at is not null and state = 'due';

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
  `.execute(db);
}
