import { type QueryCreator, sql } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { LeadEventType, OutboxEventType, SubscriptionEventType } from './event-types.ts';

/** The payload of an event whose own could not be written: its delivery reads the order instead. */
const unreadable = '{"unreadable":true}';

/**
 * An event's payload as the database accepts it, whatever it holds: an event is written in the transaction of the payment that
 * caused it, and must never make that fail. PostgreSQL's jsonb refuses the character U+0000 and halves of surrogate pairs;
 * those are replaced by U+FFFD. A value that is no JSON becomes `{"unreadable": true}`.
 */
function eventPayload(payload: JsonObject): string {
  try {
    const text = JSON.stringify(payload, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    return typeof text === 'string' ? text.replaceAll(escapedUnfit, replaceUnfit) : unreadable;
  } catch {
    return unreadable;
  }
}

/** Escapes in JSON text: pairs of backslashes are skipped, so that `\\u0000` (text about an escape) stays. */
const escapedUnfit = /\\\\|\\u(?:0000|d[89ab][0-9a-f]{2}|d[c-f][0-9a-f]{2})/gi;

/** `JSON.stringify` writes a lone surrogate as an escape, and whole pairs as themselves. */
function replaceUnfit(found: string): string {
  return found === '\\\\' ? found : '\\ufffd';
}

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
 * Writes an event for each order of the common table expression `changed`, in the statement that makes the change; at most
 * once per order, type and `dedup`.
 */
export async function recordEventsOfChanged(
  db: Db,
  statement: QueryCreator<Database & { changed: { order_id: string } }>,
  type: OutboxEventType,
  dedup: string,
  payload: JsonObject,
  now: Date,
): Promise<void> {
  await deferred(
    db,
    statement
      .insertInto('outbox_events')
      .columns(['type', 'order_id', 'dedup', 'payload', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('changed')
          .select([
            sql<string>`${type}::text`.as('type'),
            'changed.order_id',
            sql<string>`${dedup}::text`.as('dedup'),
            sql<string>`${eventPayload(payload)}::jsonb`.as('payload'),
            sql<Date>`${now}::timestamptz`.as('created_at'),
          ]),
      )
      .onConflict((conflict) => conflict.columns(['order_id', 'type', 'dedup']).doNothing()),
  );
}

/**
 * Writes an event of a subscription in the transaction of its cause, at most once per subscription, type and `dedup` (a
 * period's number, or the id of the change). Webhooks carry of `payload`: `period` (number), `orderId`, `amount` (minor
 * units), `dueOn`, `periodEnd`, `cancelsOn`, `plan` and `reason` (a code); the rest comes from the subscription's row.
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

/** Writes an event of a lead in the transaction of its cause, at most once per lead, type and `dedup`. */
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

/** Rewrites the payload text of every event of these orders and leads; `redact` gives the text without the person's data. */
export async function redactEvents(
  db: Db,
  of: { readonly orders: readonly string[]; readonly leads: readonly string[] },
  redact: (payload: string) => string,
): Promise<void> {
  const events = await db
    .selectFrom('outbox_events')
    .select(['id', 'payload'])
    .where((eb) => eb.or([eb('order_id', 'in', of.orders), eb('lead_id', 'in', of.leads)]))
    .execute();
  for (const { id, payload } of events) {
    const before = JSON.stringify(payload);
    const after = redact(before);
    if (after !== before) await db.updateTable('outbox_events').set({ payload: after }).where('id', '=', id).execute();
  }
}

/** Marks events whose deliveries are written, in one statement. */
export async function markEventsDispatched(trx: Db, ids: readonly bigint[], now: Date): Promise<void> {
  await sql`update outbox_events set dispatched_at = ${now} where id = any(${ids}::bigint[])`.execute(trx);
}

/** Deletes at most `limit` events that were told before an instant and have no delivery, the oldest first; returns how many. */
export async function deleteOldEvents(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from outbox_events where id in (
      select id from outbox_events e
      where created_at < ${before} and dispatched_at is not null
        and not exists (select from webhook_deliveries d where d.event_id = e.id)
      order by created_at limit ${limit} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
