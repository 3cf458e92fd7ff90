import { type Kysely, sql } from 'kysely';

/** Where a buyer studies or takes the exam, and counters of what there is only so much of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table session_places (
      session_id text not null references checkout_sessions (id),
      kind text not null,
      place_id text not null,
      name text not null,
      detail jsonb not null,
      chosen_at timestamptz not null,
      primary key (session_id, kind)
    );

    -- As it was when the order was made; a closed branch stays on the orders of its students.
    create table order_places (
      order_id text not null references orders (id),
      kind text not null,
      place_id text not null,
      name text not null,
      detail jsonb not null,
      primary key (order_id, kind)
    );

    create table seat_pools (
      pool text primary key,
      capacity bigint not null,
      taken bigint not null,
      check (taken >= 0 and taken <= capacity)
    );
    create table seat_holds (
      order_id text not null references orders (id),
      pool text not null references seat_pools (pool),
      at timestamptz not null,
      released_at timestamptz,
      primary key (order_id, pool)
    );
    create index seat_holds_open on seat_holds (at) where released_at is null;
  `.execute(db);
}
