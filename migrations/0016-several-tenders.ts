import { type Kysely, sql } from 'kysely';

/** Several tenders in one order: what is reserved until the whole price is there, and money that we give back over them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Until when the parts that stand are kept for the buyer to pay the rest; a closed order that has it was undone.
    alter table orders add column rescue_until timestamptz;
    create index orders_rescued on orders (rescue_until)
      where rescue_until is not null and state in ('open', 'partly-paid');

    alter table attempts
      -- Its place among the parts that were begun by one call; null = it pays alone.
      add column leg smallint check (leg between 0 and 9),
      -- What its gateway has to be told once its turn comes, sealed; null = it has been told, or never will be.
      add column pending text,
      -- The whole price is there: what it holds is to be taken.
      add column capture_wanted boolean not null default false,
      add check (pending is null or (leg is not null and state = 'created'));
    create index attempts_in_line on attempts (created_at) where pending is not null;

    create table refund_requests (
      id text primary key,
      order_id text not null references orders (id),
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      reason text not null,
      requested_at timestamptz not null
    );
    create index refund_requests_by_order on refund_requests (order_id);

    create table refund_parts (
      id text primary key,
      request_id text not null references refund_requests (id),
      order_id text not null references orders (id),
      attempt_id text not null references attempts (id),
      -- The capture that it gives back of.
      capture_id text not null,
      amount bigint not null check (amount > 0),
      -- 'wanted' until its movement is in the books, 'by-hand' when its gateway cannot do it.
      state text not null check (state in ('wanted', 'done', 'by-hand')),
      movement_id text,
      requested_at timestamptz not null,
      ended_at timestamptz,
      check ((state = 'done') = (movement_id is not null))
    );
    create index refund_parts_by_order on refund_parts (order_id);
    create index refund_parts_wanted on refund_parts (requested_at) where state = 'wanted';
  `.execute(db);
}
