import { type Kysely, sql } from 'kysely';

/** Events of leads and subscriptions beside those of orders, and their deliveries to whoever listens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- An event tells of exactly one thing.
    alter table outbox_events alter column order_id drop not null;
    alter table outbox_events add column subscription_id text;
    alter table outbox_events add column lead_id text;
    -- When it was written into the lists of those who listen; what is older than this table was nobody's.
    alter table outbox_events add column dispatched_at timestamptz;
    update outbox_events set dispatched_at = now();
    alter table outbox_events add constraint outbox_events_subject
      check (num_nonnulls(order_id, subscription_id, lead_id) = 1);
    alter table outbox_events add constraint outbox_events_by_subscription unique (subscription_id, type, dedup);
    alter table outbox_events add constraint outbox_events_by_lead unique (lead_id, type, dedup);
    create index outbox_events_waiting on outbox_events (id) where dispatched_at is null;
    create index outbox_events_by_time on outbox_events (created_at, id);

    -- What is known of an endpoint beside its brand's data. Its row is also the lock of whoever delivers to it.
    create table webhook_endpoints (
      id text primary key,
      -- Secrets are derived from the key of the environment and this number: the next number is another secret.
      secret_number integer not null default 1 check (secret_number > 0),
      -- Until when the number before signs as well.
      overlap_until timestamptz,
      -- It said that it is gone (410): nothing is sent until the operator opens it again.
      ended_at timestamptz,
      -- Failures in a row, and until when it is left in peace because of them.
      failures integer not null default 0,
      rests_until timestamptz,
      leased_until timestamptz,
      lease text,
      last_success_at timestamptz,
      last_failure_at timestamptz
    );

    -- One row per endpoint and event, for ever: whatever runs twice finds it.
    create table webhook_deliveries (
      endpoint_id text not null references webhook_endpoints (id),
      event_id bigint not null references outbox_events (id),
      state text not null check (state in ('waiting', 'delivered', 'given-up', 'ended')),
      tries integer not null default 0,
      -- Tries since the first or since the last replay: the place in the schedule.
      round_tries integer not null default 0,
      next_try_at timestamptz,
      last_status integer,
      last_failure text,
      created_at timestamptz not null,
      last_try_at timestamptz,
      delivered_at timestamptz,
      primary key (endpoint_id, event_id),
      check ((state = 'waiting') = (next_try_at is not null))
    );
    create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_try_at, event_id) where state = 'waiting';
  `.execute(db);
}
