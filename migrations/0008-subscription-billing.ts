import { type Kysely, sql } from 'kysely';

/** How billing periods are charged and dunned, and what changes a subscription: trials, changes of plan, custom offers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One row per charge of a mandate, for ever: whoever wants to send it takes the row first.
    create table mandate_charges (
      mandate_id text not null references mandates (id),
      charge_number integer not null check (charge_number >= 0),
      due_on date not null,
      invoice_id text unique references invoices (id),
      order_id text unique references orders (id),
      attempt_id text unique references attempts (id),
      -- What the gateway told of each time that the bank was asked.
      tries jsonb not null default '[]',
      -- The day for which the last retry was asked.
      retry_on date,
      reserved_until timestamptz not null,
      created_at timestamptz not null,
      primary key (mandate_id, charge_number)
    );

    -- One row per period whose charge failed, for ever.
    create table dunnings (
      subscription_id text not null,
      period_number integer not null,
      -- The day of the first failure: all days of the schedule are counted from it.
      started_on date not null,
      -- The day on which access was closed because of it.
      suspended_on date,
      -- How many charges of the period this case has seen fail, and how many of them the schedule asked for.
      seen_attempts integer not null,
      retries integer not null default 0,
      retry_at timestamptz,
      -- The instrument will not pay: another one is asked for.
      needs_instrument boolean not null default false,
      -- When it is looked at next; null when the case is over.
      next_check_at timestamptz,
      outcome text check (outcome in ('recovered', 'canceled', 'waived')),
      created_at timestamptz not null,
      ended_at timestamptz,
      primary key (subscription_id, period_number),
      foreign key (subscription_id, period_number) references billing_periods (subscription_id, number),
      constraint dunnings_ended_at check ((outcome is null) = (ended_at is null)),
      constraint dunnings_open_are_checked check ((outcome is null) = (next_check_at is not null))
    );
    create index dunnings_to_check on dunnings (next_check_at) where next_check_at is not null;

    -- Whoever writes the row has it sent: there is one per period, kind and channel, whatever runs twice.
    create table subscription_notices (
      id text primary key,
      subscription_id text not null references subscriptions (id),
      period_number integer not null,
      kind text not null,
      channel text not null check (channel in ('email', 'sms')),
      -- skipped: its time was over before anybody looked.
      state text not null check (state in ('waiting', 'sent', 'not-needed', 'skipped')),
      -- The days and amounts that it names, decided when it was written.
      details jsonb not null default '{}',
      created_at timestamptz not null,
      completed_at timestamptz,
      -- One worker has it in hand until then.
      locked_until timestamptz,
      unique (subscription_id, period_number, kind, channel),
      check ((state = 'waiting') = (completed_at is null))
    );
    create index subscription_notices_waiting on subscription_notices (created_at) where state = 'waiting';

    -- A change of plan that its buyer agreed to: it holds once its order is paid, in the period in which it was agreed to.
    create table plan_changes (
      order_id text primary key references orders (id),
      subscription_id text not null references subscriptions (id),
      from_plan_id text not null,
      to_plan_id text not null,
      period_start date not null,
      period_end date not null,
      -- What a whole period of the new plan costs.
      price bigint not null check (price >= 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      -- What a period cost before the change, and how many months it had: the way back.
      from_price bigint check (from_price >= 0),
      from_period_months integer check (from_period_months >= 1),
      -- missed: paid when it could not be made any more; the money goes back.
      -- reverted: its money went back after it was made, and the plan with it.
      state text not null check (state in ('open', 'applied', 'missed', 'canceled', 'reverted')),
      created_at timestamptz not null,
      completed_at timestamptz
    );
    create index plan_changes_by_subscription on plan_changes (subscription_id);
    -- Two open changes of one subscription would be two payments for one request.
    create unique index plan_changes_one_open on plan_changes (subscription_id) where state = 'open';

    -- The order of 0 that began a trial, and what its buyer agreed to be charged after it.
    create table trials (
      order_id text primary key references orders (id),
      started_on date not null,
      free_until date not null,
      first_charge_on date not null,
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      installments integer not null default 1 check (installments >= 1),
      -- The saved instrument that is charged; null: an invoice comes.
      payment_profile_id text references payment_profiles (id),
      consent_id text references consents (id),
      accepted_at timestamptz not null,
      constraint trials_free_days check (free_until >= started_on),
      constraint trials_charge_after check (first_charge_on > free_until)
    );

    -- A trial is for once: a keyed hash of each thing by which a person is known, per school and product.
    create table trial_identities (
      business text not null,
      product_code text not null,
      identity_key text not null,
      order_id text not null references orders (id),
      primary key (business, product_code, identity_key)
    );
    create index trial_identities_by_order on trial_identities (order_id);

    -- A seller's offer to one buyer: who has its link may accept it, once.
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
      -- The operator who wrote it down.
      requested_by text,
      -- Far below the list price: it opens nothing before a second operator has agreed.
      needs_approval boolean not null default false,
      confirmed_by text,
      confirmed_at timestamptz,
      created_at timestamptz not null,
      accepted_at timestamptz,
      payment_profile_id text references payment_profiles (id),
      invoice_id text unique references invoices (id),
      -- An accepted offer is charged to a profile or invoiced.
      constraint custom_offers_accepted_is_paid
        check (accepted_at is null or payment_profile_id is not null or invoice_id is not null),
      constraint custom_offers_two_operators
        check (confirmed_by is null or (needs_approval and confirmed_by is distinct from requested_by))
    );
    create index custom_offers_by_subscription on custom_offers (subscription_id) where subscription_id is not null;
    create index custom_offers_by_lead on custom_offers (lead_id);
    create index custom_offers_waiting on custom_offers (created_at) where needs_approval and confirmed_by is null;
  `.execute(db);
}
