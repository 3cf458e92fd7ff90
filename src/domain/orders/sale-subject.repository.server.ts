import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../base-context.server.ts';
import { formatOrderReference } from './order.repository.server.ts';

/** What decides who of the staff may see a sale, and the reference by which they name it. */
interface SaleSubject {
  readonly reference: string;
  readonly brand: string;
  /** The unit that the buyer chose, or at which they pay; null: none. */
  readonly unit: string | null;
  readonly seller: string;
}

/** The unit of an order as part of a statement, which names the order's id, e.g. `o.id`. */
export function unitOfOrder(id: string): RawBuilder<string | null> {
  const order = sql.ref(id);
  return sql`coalesce(
    (select location.location_id from order_locations location where location.order_id = ${order} and location.kind = 'unit'),
    (select payment.unit_id from in_person_payments payment join attempts attempt on attempt.id = payment.attempt_id
      where attempt.order_id = ${order} order by attempt.number desc limit 1))`;
}

/** The subjects of these orders by id; ids that are not orders are left out. */
export async function saleSubjects(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, SaleSubject>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'reference', 'brand', 'seller', unitOfOrder('orders.id').as('unit')])
    .where('id', 'in', [...orderIds])
    .execute();
  return new Map(
    rows.map(({ id, reference, ...subject }) => [id, { ...subject, reference: formatOrderReference(reference) }]),
  );
}

/** Null when there is no such order. */
export async function saleSubject(db: Db, orderId: string): Promise<SaleSubject | null> {
  return (await saleSubjects(db, [orderId])).get(orderId) ?? null;
}
