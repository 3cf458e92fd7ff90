import { type Kysely, sql } from 'kysely';

/** Refunds and disputes: records of their own, once per movement of the gateway, and what an order's price has lost by them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refunds (
      id text primary key,
      gateway text not null,
      movement_id text not null,
      order_id text not null references orders (id),
      attempt_id text not null references attempts (id),
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      occurred_at timestamptz not null,
      recorded_at timestamptz not null,
      unique (gateway, movement_id)
    );
    create index refunds_by_order on refunds (order_id);

    create table disputes (
      id text primary key,
      gateway text not null,
      movement_id text not null,
      order_id text not null references orders (id),
      attempt_id text not null references attempts (id),
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      occurred_at timestamptz not null,
      recorded_at timestamptz not null,
      unique (gateway, movement_id)
    );
    create index disputes_by_order on disputes (order_id);

    alter table orders
      add column returned bigint not null default 0,
      add check (returned >= 0 and returned <= received),
      add check (state <> 'refunded' or (received > 0 and returned = received)),
      add check (state not in ('paid', 'partly-paid') or returned < received or received = 0);
  `.execute(db);
}
