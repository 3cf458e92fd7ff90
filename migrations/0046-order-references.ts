import { type Kysely, sql } from 'kysely';

/** A short random reference by which buyers and staff name an order: the running number tells how many were sold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function draw_order_reference() returns text language plpgsql volatile as $$
    declare
      letters constant text := 'BCDFGHJKMPQRTVWXY34679';
      drawn text;
    begin
      loop
        -- Six bytes of a random UUID that carry neither its version nor its variant.
        select string_agg(substr(letters, 1 + get_byte(bytes, at) % length(letters), 1), '')
          into drawn
          from (select uuid_send(gen_random_uuid()) as bytes) as one, generate_series(0, 5) as at;
        exit when not exists (select from orders where reference = drawn);
      end loop;
      return drawn;
    end $$;

    alter table orders add column reference text;
    update orders set reference = draw_order_reference();
    alter table orders
      alter column reference set default draw_order_reference(),
      alter column reference set not null,
      add constraint orders_reference_key unique (reference),
      add constraint orders_reference_letters check (reference ~ '^[BCDFGHJKMPQRTVWXY34679]{6}$');
  `.execute(db);
}
