import { sql } from 'kysely';
import type { Db } from '../base-context.server.ts';

/** What an order was written for, in minor units: without what being late has added to it since. */
export async function agreedOrderAmount(db: Db, orderId: string): Promise<bigint> {
  const row = await db
    .selectFrom('order_lines')
    .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('amount'))
    .where('order_id', '=', orderId)
    .where('kind', '<>', 'late-fee')
    .executeTakeFirstOrThrow();
  return row.amount;
}
