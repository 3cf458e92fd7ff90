import { later } from '#src/kernel/db/pipeline.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../context.server.ts';
import { eventText } from './event-text.ts';

/** Things that happened to an order which others (the school's platform, measures) will be told. */
export type OutboxEventType =
  | 'lead-created'
  | 'order-paid'
  | 'order-refunded'
  | 'order-undone'
  | 'refund-requested'
  | 'surplus-returned';

/** Writes an event in the transaction of its cause, at most once per order, type and `dedup`. No payload makes it fail. */
export async function recordEvent(
  db: Db,
  orderId: string,
  type: OutboxEventType,
  dedup: string,
  payload: JsonObject,
  now: Date,
): Promise<void> {
  await later(
    db,
    db
      .insertInto('outbox_events')
      .values({ type, order_id: orderId, dedup, payload: eventText(payload), created_at: now })
      .onConflict((conflict) => conflict.columns(['order_id', 'type', 'dedup']).doNothing()),
  );
}
