import { type Kysely, sql } from 'kysely';

/** E-mails to buyers, events and their delivery as webhooks to schools, and webhooks that come from gateways. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Whoever writes the row has the e-mail sent: one per order, kind and reason, whatever runs twice.
    create table emails (
      id text primary key,
      order_id text not null references orders (id),
      kind text not null,
      dedup text not null,
      -- given-up: no mail server took it for three days.
      state text not null check (state in ('waiting', 'sent', 'not-needed', 'given-up')),
      tries integer not null default 0,
      created_at timestamptz not null,
      sent_at timestamptz,
      -- One worker has it in hand until then; no other one sends it meanwhile.
      locked_until timestamptz,
      unique (order_id, kind, dedup)
    );
    create index emails_unsent on emails (created_at) where state = 'waiting';

    -- Written in the transaction of what it tells.
    create table outbox_events (
      id bigint generated always as identity primary key,
      type text not null,
      order_id text,
      subscription_id text,
      lead_id text,
      -- With the type and the subject: the same fact is told once.
      dedup text not null,
      payload jsonb not null,
      created_at timestamptz not null,
      -- When it was written into the deliveries of every endpoint that listens.
      dispatched_at timestamptz,
      unique (order_id, type, dedup),
      constraint outbox_events_by_subscription unique (subscription_id, type, dedup),
      constraint outbox_events_by_lead unique (lead_id, type, dedup),
      -- An event is about exactly one thing.
      constraint outbox_events_subject check (num_nonnulls(order_id, subscription_id, lead_id) = 1)
    );
    create index outbox_events_waiting on outbox_events (id) where dispatched_at is null;
    create index outbox_events_by_time on outbox_events (created_at, id);

    -- What is known of an endpoint beside its brand's data. Its row is also the lock of whoever delivers to it.
    create table webhook_endpoints (
      id text primary key,
      -- Secrets are derived from the key of the environment and this number: the next number is another secret.
      secret_number integer not null default 1 check (secret_number > 0),
      -- Until when the number before signs as well.
      overlap_until timestamptz,
      -- It answered 410: nothing is sent until the operator opens it again.
      ended_at timestamptz,
      -- Failures in a row, and until when nothing is sent because of them.
      failures integer not null default 0,
      paused_until timestamptz,
      leased_until timestamptz,
      lease text,
      last_success_at timestamptz,
      last_failure_at timestamptz,
      -- Since when a worker has started whose brands do not name it any more.
      unlisted_at timestamptz
    );

    -- One row per endpoint and event, for ever: whatever runs twice finds it.
    create table webhook_deliveries (
      endpoint_id text not null references webhook_endpoints (id),
      event_id bigint not null references outbox_events (id),
      -- The lead from which it all came (of an order, of its subscription and its charges): what happened to one subject is
      -- delivered in its order.
      subject text,
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
      -- Sent again by an operator: it comes when they want it, whatever came after it.
      replayed_at timestamptz,
      primary key (endpoint_id, event_id),
      check ((state = 'waiting') = (next_try_at is not null))
    );
    create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, event_id) where state = 'waiting';
    create index webhook_deliveries_by_subject on webhook_deliveries (endpoint_id, subject, event_id)
      where state = 'waiting';
    create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, last_try_at)
      where state = 'waiting' and round_tries > 0;

    -- What a gateway sent: stored before it is answered, handled by a job.
    create table incoming_webhooks (
      id text primary key,
      gateway text not null,
      event_id text not null,
      reference text,
      attempt_id text,
      -- parked: about a charge that is not known yet.
      state text not null check (state in ('stored', 'parked', 'applied', 'rejected')),
      reason text,
      tries integer not null default 0,
      received_at timestamptz not null,
      handled_at timestamptz,
      -- Gateways deliver at least once.
      unique (gateway, event_id)
    );
    -- Gateways are handled in turn: one that sends thousands keeps no other waiting.
    create index incoming_webhooks_waiting on incoming_webhooks (gateway, tries, received_at)
      where state in ('stored', 'parked');
    -- Those without an effect are deleted after a month.
    create index incoming_webhooks_rejected on incoming_webhooks (received_at) where state = 'rejected';

    -- How far each gateway's own list of movements was read.
    create table gateway_cursors (
      gateway text primary key,
      cursor text,
      updated_at timestamptz not null
    );
  `.execute(db);
}
