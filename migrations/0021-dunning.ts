import { type Kysely, sql } from 'kysely';

/** What follows a failed charge of a subscription, and what its buyer is told of it and before a charge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One row per term whose charge failed, for ever.
    create table dunnings (
      subscription_id text not null,
      period_number integer not null,
      -- The day of the first failure, in the market: all days of the schedule are counted from it.
      started_on date not null,
      -- The day on which access was closed because of it.
      suspended_on date,
      -- How many charges of the term this case has seen fail, and how many of them the schedule asked for.
      seen_tries integer not null,
      retries integer not null default 0,
      retry_at timestamptz,
      -- The means will not pay: another one is asked for.
      needs_means boolean not null default false,
      -- Looked at next; null when the case is over.
      next_look_at timestamptz,
      outcome text check (outcome in ('recovered', 'canceled', 'forgiven')),
      created_at timestamptz not null,
      ended_at timestamptz,
      primary key (subscription_id, period_number),
      foreign key (subscription_id, period_number) references subscription_periods (subscription_id, number),
      check ((outcome is null) = (ended_at is null)),
      check ((outcome is null) = (next_look_at is not null))
    );
    create index dunnings_to_look_at on dunnings (next_look_at) where next_look_at is not null;
    create index subscription_periods_failed on subscription_periods (subscription_id, number) where state = 'failed';

    -- Whoever writes the row has it sent: there is one per term, kind and way, whatever runs twice.
    create table subscription_notices (
      id text primary key,
      subscription_id text not null references subscriptions (id),
      period_number integer not null,
      kind text not null,
      channel text not null check (channel in ('email', 'sms')),
      -- left-out: its time was over before anybody looked.
      state text not null check (state in ('waiting', 'sent', 'not-needed', 'left-out')),
      -- What it says was decided with it: the days that it names.
      details jsonb not null default '{}',
      created_at timestamptz not null,
      settled_at timestamptz,
      -- One worker has it in hand until then.
      held_until timestamptz,
      unique (subscription_id, period_number, kind, channel),
      check ((state = 'waiting') = (settled_at is null))
    );
    create index subscription_notices_waiting on subscription_notices (created_at) where state = 'waiting';

    -- When a term that is not due yet is looked at for what is told before its charge; null when nothing more is.
    alter table subscription_periods add column ahead_look_at timestamptz default '-infinity';
    create index subscription_periods_ahead on subscription_periods (ahead_look_at)
      where ahead_look_at is not null and state = 'due';
  `.execute(db);
}
