import { sql } from 'kysely';
import type { Db } from '../base-context.server.ts';

/** What stands where somebody's own words stood. */
const mark = '•••';

/**
 * Takes out what the staff wrote about refunds of these orders: nobody knows how they spelled whom. Why a rule of the
 * product gave money back is a code and stays.
 */
export async function eraseReasons(db: Db, orderIds: readonly string[]): Promise<void> {
  const isCode = sql<boolean>`(requested_by is null and reason ~ '^[a-z]+(-[a-z]+)*$')`;
  const written = await db
    .updateTable('refund_requests')
    .set({ reason: mark })
    .where('order_id', 'in', orderIds)
    .where((eb) => eb.not(isCode))
    .returning('id')
    .execute();
  await db.updateTable('pending_refunds').set({ reason: mark }).where('order_id', 'in', orderIds).execute();
  if (written.length === 0) return;
  await db
    .updateTable('outbox_events')
    .set({ payload: sql<string>`jsonb_set(payload, '{reason}', to_jsonb(${mark}::text))` })
    .where('order_id', 'in', orderIds)
    .where('type', '=', 'refund-requested')
    .where(
      'dedup',
      'in',
      written.map(({ id }) => id),
    )
    .execute();
}
