import { type Kysely, sql } from 'kysely';

/** Second orders after a purchase: what was offered, how the buyer decided, and which order goes with which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table checkout_sessions add column upsell jsonb;

    alter table orders add column parent_order_id text references orders (id);
    create index orders_by_parent on orders (parent_order_id) where parent_order_id is not null;

    -- One answer per order and offer, whatever is pressed how often.
    create table upsell_decisions (
      order_id text not null references orders (id),
      offer_id text not null,
      decision text not null check (decision in ('accepted', 'declined')),
      session_id text unique references checkout_sessions (id),
      decided_at timestamptz not null,
      primary key (order_id, offer_id),
      check (decision = 'declined' or session_id is not null)
    );
  `.execute(db);
}
