import { sql } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../../base-context.server.ts';
import { eventPayload } from './event-payload.ts';
import type { LeadEventType, OutboxEventType, SubscriptionEventType } from './event-types.ts';

/** Writes an event in the transaction of its cause, at most once per order, type and `dedup`. No payload makes it fail. */
export async function recordEvent(
  db: Db,
  orderId: string,
  type: OutboxEventType,
  dedup: string,
  payload: JsonObject,
  now: Date,
): Promise<void> {
  await deferred(
    db,
    db
      .insertInto('outbox_events')
      .values({ type, order_id: orderId, dedup, payload: eventPayload(payload), created_at: now })
      .onConflict((conflict) => conflict.columns(['order_id', 'type', 'dedup']).doNothing()),
  );
}

/**
 * Writes what became of a subscription in the transaction of its cause, at most once per subscription, type and `dedup`
 * (a period's number, or the id of the change). Of `payload`, others are told `period` (number), `orderId`, `amount`
 * (minor units), `dueOn`, `termTo`, `cancelsOn`, `nextTryAt` and `reason` (a code); the rest comes from its row.
 */
export async function recordSubscriptionEvent(
  db: Db,
  subscriptionId: string,
  type: SubscriptionEventType,
  dedup: string,
  payload: JsonObject,
  now: Date,
): Promise<void> {
  await deferred(
    db,
    db
      .insertInto('outbox_events')
      .values({ type, subscription_id: subscriptionId, dedup, payload: eventPayload(payload), created_at: now })
      .onConflict((conflict) => conflict.columns(['subscription_id', 'type', 'dedup']).doNothing()),
  );
}

/** Writes what became of a lead in the transaction of its cause, at most once per lead, type and `dedup`. */
export async function recordLeadEvent(
  db: Db,
  leadId: string,
  type: LeadEventType,
  dedup: string,
  payload: JsonObject,
  now: Date,
): Promise<void> {
  await deferred(
    db,
    db
      .insertInto('outbox_events')
      .values({ type, lead_id: leadId, dedup, payload: eventPayload(payload), created_at: now })
      .onConflict((conflict) => conflict.columns(['lead_id', 'type', 'dedup']).doNothing()),
  );
}

/** Replaces the reason in `refund-requested` events of these orders. `requestIds`: the refunds that they are about. */
export async function eraseReasonsOfEvents(
  db: Db,
  orderIds: readonly string[],
  requestIds: readonly string[],
  mark: string,
): Promise<void> {
  await db
    .updateTable('outbox_events')
    .set({ payload: sql<string>`jsonb_set(payload, '{reason}', to_jsonb(${mark}::text))` })
    .where('order_id', 'in', orderIds)
    .where('type', '=', 'refund-requested')
    .where('dedup', 'in', requestIds)
    .execute();
}
