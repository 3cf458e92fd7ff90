import { type Kysely, sql } from 'kysely';

/**
 * Money that one of the staff wants to send back above what one person may: it waits for somebody else's yes. Who asked and
 * who agreed stand beside what was sent; null is the product itself, by a rule, or a row of before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table waiting_refunds (
      id text primary key,
      order_id text not null references orders (id),
      amount bigint not null check (amount > 0),
      currency text not null,
      reason text not null,
      state text not null check (state in ('waiting', 'confirmed', 'turned-down')),
      asked_by text not null,
      asked_at timestamptz not null,
      expires_at timestamptz not null check (expires_at > asked_at),
      decided_by text,
      decided_at timestamptz,
      check ((state = 'waiting') = (decided_by is null)),
      check ((state = 'waiting') = (decided_at is null)),
      check (state <> 'confirmed' or decided_by <> asked_by)
    );
    create index waiting_refunds_by_order on waiting_refunds (order_id);
    create index waiting_refunds_open on waiting_refunds (asked_at) where state = 'waiting';

    alter table refund_requests
      add column asked_by text,
      add column confirmed_by text,
      add constraint refund_requests_two_people check (confirmed_by is null or confirmed_by <> asked_by);
  `.execute(db);
}
