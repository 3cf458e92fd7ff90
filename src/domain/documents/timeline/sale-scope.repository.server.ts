import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

/** What a sale belongs to: permissions of staff are given for a brand, a unit or a seller. */
export interface SaleScope {
  readonly brand: string;
  /** The unit that the buyer chose, or at which they pay; null: none. */
  readonly unit: string | null;
  readonly seller: string;
}

/** Null when there is no such order. */
export async function saleScope(db: Db, orderId: string): Promise<SaleScope | null> {
  const { rows } = await sql<SaleScope>`
    select o.brand, o.seller,
      coalesce((select l.location_id from order_locations l where l.order_id = o.id and l.kind = 'unit'),
        (select p.unit_id from attempts a join in_person_payments p on p.attempt_id = a.id where a.order_id = o.id
          order by a.number desc limit 1)) as unit
    from orders o where o.id = ${orderId}`.execute(db);
  return rows[0] ?? null;
}
