import { type Kysely, sql } from 'kysely';

/** Sales that are found by an amount and the day of the payment, where that is not the day on which they began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One hour, no longer twelve: sales that began within that time before the day are looked at one by one.
    drop index sale_search_by_late_payment;
    create index sale_search_by_late_payment on sale_search (total, paid_at desc) where paid_at - began_at > interval '1 hour';
  `.execute(db);
}
