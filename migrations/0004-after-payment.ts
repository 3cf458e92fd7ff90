import { type Kysely, sql } from 'kysely';

/** Access, letters, events, gateways' messages and cursors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table access_grants (
      id text primary key,
      order_id text not null unique references orders (id),
      lead_id text not null references leads (id),
      brand text not null,
      product_code text not null,
      state text not null,
      granted_at timestamptz not null
    );
    create table access_tokens (
      token_hash text primary key,
      grant_id text not null references access_grants (id),
      purpose text not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null
    );
    create index access_tokens_by_grant on access_tokens (grant_id);

    create table messages (
      id text primary key,
      order_id text not null references orders (id),
      kind text not null,
      dedup text not null,
      state text not null,
      tries integer not null default 0,
      created_at timestamptz not null,
      sent_at timestamptz,
      unique (order_id, kind, dedup)
    );
    create index messages_unsent on messages (created_at) where state = 'waiting';

    create table outbox_events (
      id bigint generated always as identity primary key,
      type text not null,
      order_id text not null,
      dedup text not null,
      payload jsonb not null,
      created_at timestamptz not null,
      unique (order_id, type, dedup)
    );

    create table notifications (
      id text primary key,
      gateway text not null,
      event_id text not null,
      reference text,
      attempt_id text,
      state text not null,
      reason text,
      tries integer not null default 0,
      received_at timestamptz not null,
      handled_at timestamptz,
      unique (gateway, event_id)
    );
    create index notifications_waiting on notifications (received_at) where state in ('stored', 'parked');

    create table gateway_cursors (
      gateway text primary key,
      cursor text,
      updated_at timestamptz not null
    );
  `.execute(db);
}
