import { waitForWriters } from '#src/kernel/db/wait-for-writers.server.ts';
import type { DocumentsContext } from '../context.server.ts';
import { issuesNotes, syncFiscalNote } from '../fiscal-notes/index.server.ts';
import {
  advanceDocumentProgress,
  documentProgress,
  lastEventAfter,
  ordersOfEvents,
} from './audit-trail.repository.server.ts';
import { recordAuditTrail } from './record-audit-trail.server.ts';

/**
 * Requests the fiscal notes and writes the audit trails of the orders of new events. The progress moves only once all of that
 * is done, and only past events before which no other can still be committed. Two sweeps at once do nothing twice. Returns how
 * many orders.
 */
export async function sweepDocuments(ctx: DocumentsContext, limit = 500): Promise<number> {
  const { db } = ctx;
  const after = await documentProgress(db);
  const last = await lastEventAfter(db, after, limit);
  if (last === null || !(await waitForWriters(db, 'outbox_events'))) return 0;
  // Read after the writers: also events with lower ids that were committed late.
  const orders = new Map(
    (await ordersOfEvents(db, { after, last })).map(({ id, brand, variant }) => [id, issuesNotes(ctx, brand, variant)]),
  );
  for (const [orderId, hasNote] of orders) {
    if (hasNote) await syncFiscalNote(ctx, orderId);
    await recordAuditTrail(ctx, orderId);
  }
  await advanceDocumentProgress(db, last);
  return orders.size;
}
