import { type Kysely, sql } from 'kysely';

/** The number by which analytics knows a buyer who agreed to it, and when it was told of a purchase. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table checkout_sessions add column analytics_client_id text;
    alter table orders
      add column analytics_client_id text,
      add column purchase_told_at timestamptz;
    -- What a worker still owes: few rows, whatever the number of orders.
    create index orders_untold on orders (paid_at)
      where analytics_client_id is not null and purchase_told_at is null and paid_at is not null;
  `.execute(db);
}
