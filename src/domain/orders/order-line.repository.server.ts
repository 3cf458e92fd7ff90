import { sql } from 'kysely';
import type { Db } from '../base-context.server.ts';
import type { QuoteLine } from '../checkout/quotes/index.ts';

/** One line of an order. `amount` in minor units of the order's currency. */
interface OrderLine {
  readonly kind: QuoteLine['kind'];
  readonly productCode: string;
  readonly planId: string;
  readonly title: string;
  readonly amount: bigint;
}

/** Lines of an order, in their order. */
export async function orderLines(db: Db, orderId: string): Promise<readonly OrderLine[]> {
  return db
    .selectFrom('order_lines')
    .select(['kind', 'product_code as productCode', 'plan_id as planId', 'title', 'amount'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
}

/** The amount that an order was written for, in minor units: without late fees that were added since. */
export async function agreedOrderAmount(db: Db, orderId: string): Promise<bigint> {
  const row = await db
    .selectFrom('order_lines')
    .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('amount'))
    .where('order_id', '=', orderId)
    .where('kind', '<>', 'late-fee')
    .executeTakeFirstOrThrow();
  return row.amount;
}
