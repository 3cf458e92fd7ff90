import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';

/** The cooling-off request of an order; null when it has none. */
export async function coolingOffRequestOf(
  db: Db,
  orderId: string,
): Promise<Selectable<Database['cooling_off_requests']> | null> {
  const row = await db
    .selectFrom('cooling_off_requests')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row ?? null;
}

/** Writes the cooling-off request of an order. The caller holds the order's lock. */
export async function insertCoolingOffRequest(
  trx: Db,
  request: Insertable<Database['cooling_off_requests']>,
): Promise<void> {
  await trx.insertInto('cooling_off_requests').values(request).execute();
}

/** Marks the cooling-off of an order as completed, once. */
export async function markCoolingOffCompleted(db: Db, orderId: string, now: Date): Promise<void> {
  await db
    .updateTable('cooling_off_requests')
    .set({ completed_at: now })
    .where('order_id', '=', orderId)
    .where('completed_at', 'is', null)
    .execute();
}

/** Orders whose cooling-off is not completed, oldest request first. */
export async function ordersWithOpenCoolingOff(db: Db, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('cooling_off_requests')
    .select('order_id')
    .where('completed_at', 'is', null)
    .orderBy('requested_at')
    .limit(limit)
    .execute();
  return rows.map(({ order_id: orderId }) => orderId);
}
