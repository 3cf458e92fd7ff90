import type { DomainContext } from '../context.server.ts';
import { syncFiscalNote } from '../fiscal-notes/index.server.ts';
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
    .select(['id', 'order_id', 'created_at'])
    .where('id', '>', mark)
    .orderBy('id')
    .limit(limit)
    .execute();
  const young = events.findIndex(({ created_at: at }) => at > before);
  const settled = young < 0 ? events : events.slice(0, young);
  const last = settled.at(-1);
  if (!last) return 0;
  const orders = new Set(settled.flatMap(({ order_id: id }) => (id === null ? [] : [id])));
  for (const orderId of orders) {
    await syncFiscalNote(ctx, orderId);
    await recordEvidence(ctx, orderId);
  }
  await db.updateTable('papers_progress').set({ event_id: last.id }).where('event_id', '<', last.id).execute();
  return orders.size;
}
