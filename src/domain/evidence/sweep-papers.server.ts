import type { DomainContext } from '../context.server.ts';
import { issuesNotes, syncFiscalNote } from '../fiscal-notes/index.server.ts';
import { recordEvidence } from './evidence.repository.server.ts';

/** Events younger than this may still have an older one behind them that is not committed yet. Seconds. */
const settleSeconds = 30;

/**
 * Asks for the fiscal notes and writes the chains of the orders that something happened to since the last sweep. Events are
 * read in order up to a mark; the mark moves only once all of that is done. Two sweeps at once do nothing twice. Gives how
 * many orders.
 */
export async function sweepPapers(ctx: DomainContext, limit = 500): Promise<number> {
  const { db, clock } = ctx;
  const { event_id: mark } = await db.selectFrom('papers_progress').select('event_id').executeTakeFirstOrThrow();
  const before = new Date(clock.now().getTime() - settleSeconds * 1000);
  const events = await db
    .selectFrom('outbox_events')
    .leftJoin('orders', 'orders.id', 'outbox_events.order_id')
    .select(['outbox_events.id', 'outbox_events.order_id', 'outbox_events.created_at'])
    .select(['orders.brand', 'orders.variant'])
    .where('outbox_events.id', '>', mark)
    .orderBy('outbox_events.id')
    .limit(limit)
    .execute();
  const young = events.findIndex(({ created_at: at }) => at > before);
  const settled = young < 0 ? events : events.slice(0, young);
  const last = settled.at(-1);
  if (!last) return 0;
  const orders = new Map(
    settled.flatMap(({ order_id: id, brand, variant }) =>
      id === null || brand === null ? [] : [[id, issuesNotes(ctx, brand, variant)] as const],
    ),
  );
  for (const [orderId, hasNote] of orders) {
    if (hasNote) await syncFiscalNote(ctx, orderId);
    await recordEvidence(ctx, orderId);
  }
  await db.updateTable('papers_progress').set({ event_id: last.id }).where('event_id', '<', last.id).execute();
  return orders.size;
}
