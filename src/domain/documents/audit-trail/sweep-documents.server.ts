import { waitForWriters } from '#src/kernel/db/wait-for-writers.server.ts';
import type { DocumentsContext } from '../context.server.ts';
import { issuesNotes, syncFiscalNote } from '../fiscal-notes/index.server.ts';
import { recordAuditTrail } from './audit-trail.repository.server.ts';

/**
 * Asks for the fiscal notes and writes the chains of the orders that something happened to since the last sweep. Events are
 * read in order up to a mark; the mark moves only once all of that is done, and only past events before which none can
 * come to light any more. Two sweeps at once do nothing twice. Gives how many orders.
 */
export async function sweepDocuments(ctx: DocumentsContext, limit = 500): Promise<number> {
  const { db } = ctx;
  const { event_id: mark } = await db.selectFrom('document_progress').select('event_id').executeTakeFirstOrThrow();
  const waiting = db.selectFrom('outbox_events').select('outbox_events.id').where('outbox_events.id', '>', mark);
  const last = (await waiting.orderBy('outbox_events.id').limit(limit).execute()).at(-1);
  if (!last || !(await waitForWriters(db, 'outbox_events'))) return 0;
  const events = await waiting
    .leftJoin('orders', 'orders.id', 'outbox_events.order_id')
    .select(['outbox_events.order_id', 'orders.brand', 'orders.variant'])
    .where('outbox_events.id', '<=', last.id)
    .orderBy('outbox_events.id')
    .execute();
  const orders = new Map(
    events.flatMap(({ order_id: id, brand, variant }) =>
      id === null || brand === null ? [] : [[id, issuesNotes(ctx, brand, variant)] as const],
    ),
  );
  for (const [orderId, hasNote] of orders) {
    if (hasNote) await syncFiscalNote(ctx, orderId);
    await recordAuditTrail(ctx, orderId);
  }
  await db.updateTable('document_progress').set({ event_id: last.id }).where('event_id', '<', last.id).execute();
  return orders.size;
}
