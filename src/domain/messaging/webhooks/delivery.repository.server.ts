import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import { messageId } from './build-webhook.server.ts';
import { type WebhookEventType, webhookEventTypeOf } from './webhook-event-types.ts';

/** A delivery that is to be sent now. */
export interface DueDelivery {
  readonly eventId: bigint;
  /** Failed tries since the first one or since the last replay. */
  readonly roundTries: number;
  /** What it is about: messages about one subject are sent one after the other. Null: a subject of its own. */
  readonly subject: string | null;
}

/**
 * Whether a waiting delivery `due` is blocked: an earlier one about the same subject waits for its next try. The state is a
 * literal, not a parameter: a plan for any state would read every delivery that the endpoint ever had.
 */
export const isBlocked = (now: Date) => sql<boolean>`exists (
  select from webhook_deliveries as earlier
  where earlier.endpoint_id = due.endpoint_id and earlier.subject = due.subject and earlier.event_id < due.event_id
    and earlier.state = 'waiting' and earlier.next_try_at > ${now}
)`;

/** The deliveries that are due to an endpoint and not blocked, in the order of their events. */
export async function dueDeliveries(db: Db, endpointId: string, now: Date, limit: number): Promise<DueDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries as due')
    .select(['event_id', 'round_tries', 'subject'])
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', sql.lit('waiting'))
    .where('next_try_at', '<=', now)
    .where((eb) => eb.not(isBlocked(now)))
    .orderBy('event_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ eventId: row.event_id, roundTries: row.round_tries, subject: row.subject }));
}

/** A message that was accepted, or that had no content any more (`status` null). */
export interface CompletedDelivery {
  readonly eventId: bigint;
  readonly status: number | null;
  readonly at: Date;
  /** Milliseconds until the answer. */
  readonly ms: number;
}

/**
 * Records deliveries and their tries in one statement. It locks in the order of events, as a replay does: two statements that
 * lock many of the same deliveries wait for each other in turn, and never both.
 */
export async function recordDelivered(
  db: Db,
  endpointId: string,
  completed: readonly CompletedDelivery[],
): Promise<void> {
  if (completed.length === 0) return;
  // Also deliveries that were ended meanwhile, because another message was answered with 410.
  await sql`
    with held as materialized (
      select event_id from webhook_deliveries
      where endpoint_id = ${endpointId} and event_id = any(${completed.map(({ eventId }) => eventId)}::bigint[])
        and state in ('waiting', 'ended')
      order by event_id
      for update
    ), delivered as (
      update webhook_deliveries as delivery
      set state = 'delivered', next_try_at = null, delivered_at = arrived.at, last_failure = null,
        tries = delivery.tries + 1, round_tries = delivery.round_tries + 1,
        last_status = arrived.status, last_try_at = arrived.at
      from held join unnest(
        ${completed.map(({ eventId }) => eventId)}::bigint[],
        ${completed.map(({ status }) => status)}::int[],
        ${completed.map(({ at }) => at)}::timestamptz[],
        ${completed.map(({ ms }) => ms)}::int[]
      ) as arrived (event_id, status, at, ms) using (event_id)
      where delivery.endpoint_id = ${endpointId} and delivery.event_id = held.event_id
      returning delivery.event_id, delivery.tries, arrived.at, arrived.status, arrived.ms
    )
    -- Of a message without content nothing was sent.
    insert into webhook_tries (endpoint_id, event_id, n, at, status, failure, ms)
    select ${endpointId}, event_id, tries, at, status, null, ms from delivered where status is not null
  `.execute(db);
}

/** A failed try; `next`: when it is tried again, null when it is given up. */
export interface FailedAttempt {
  readonly status: number | null;
  readonly failure: string;
  readonly next: Date | null;
  /** Milliseconds until the answer or the failure; null: no request was sent. */
  readonly ms: number | null;
}

/** Records a failed try of a delivery, in one statement. */
export async function recordFailedAttempt(
  db: Db,
  endpointId: string,
  eventId: bigint,
  { status, failure, next, ms }: FailedAttempt,
  now: Date,
): Promise<void> {
  const failed = db.with('failed', (part) =>
    part
      .updateTable('webhook_deliveries')
      .set((eb) => ({
        ...(next === null ? { state: 'given-up' } : {}),
        next_try_at: next,
        last_failure: failure,
        tries: eb('tries', '+', 1),
        round_tries: eb('round_tries', '+', 1),
        last_status: status,
        last_try_at: now,
      }))
      .where('endpoint_id', '=', endpointId)
      .where('event_id', '=', eventId)
      .where('state', '=', 'waiting')
      .returning(['endpoint_id', 'event_id', 'tries']),
  );
  await failed
    .insertInto('webhook_tries')
    .columns(['endpoint_id', 'event_id', 'n', 'at', 'status', 'failure', 'ms'])
    .expression((eb) =>
      eb
        .selectFrom('failed')
        .select([
          'endpoint_id',
          'event_id',
          'tries',
          sql<Date>`${now}::timestamptz`.as('at'),
          sql<number | null>`${status}::integer`.as('status'),
          sql<string>`${failure}::text`.as('failure'),
          sql<number>`${ms ?? 0}::integer`.as('ms'),
        ])
        .where(sql<boolean>`${ms}::integer is not null`),
    )
    .execute();
}

export const deliveryStates = ['waiting', 'delivered', 'given-up', 'ended'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The delivery of one event to one endpoint. Times are UTC instants. */
export interface DeliveryView {
  /** Our own id, for a replay; a receiver knows the message by `messageId`. */
  readonly eventId: bigint;
  readonly messageId: string;
  readonly type: WebhookEventType;
  readonly at: Date;
  readonly state: DeliveryState;
  readonly tries: number;
  readonly nextTryAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastFailure: string | null;
  readonly deliveredAt: Date | null;
}

/** Deliveries to an endpoint, newest first; `before`: only of events before this one. */
export async function deliveriesOf(
  db: Db,
  endpointId: string,
  options: { readonly state?: DeliveryState; readonly before?: bigint; readonly limit: number },
): Promise<DeliveryView[]> {
  let query = deliveries(db, endpointId).orderBy('delivery.event_id', 'desc').limit(options.limit);
  if (options.state) query = query.where('delivery.state', '=', sql.lit(options.state));
  if (options.before !== undefined) query = query.where('delivery.event_id', '<', options.before);
  return (await query.execute()).flatMap(viewOf);
}

/** The delivery of one event to an endpoint; null when there is none. */
export async function deliveryOf(db: Db, endpointId: string, eventId: bigint): Promise<DeliveryView | null> {
  const row = await deliveries(db, endpointId).where('delivery.event_id', '=', eventId).executeTakeFirst();
  return (row && viewOf(row)[0]) ?? null;
}

function deliveries(db: Db, endpointId: string) {
  return db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('outbox_events as event', 'event.id', 'delivery.event_id')
    .selectAll('delivery')
    .select(['event.type', 'event.created_at as at'])
    .where('delivery.endpoint_id', '=', endpointId);
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>['execute']>>[number];

function viewOf(row: DeliveryRow): DeliveryView[] {
  const type = webhookEventTypeOf(row.type);
  if (type === null) return [];
  return [
    {
      eventId: row.event_id,
      messageId: messageId({ id: row.event_id, at: row.at }),
      type,
      at: row.at,
      state: row.state,
      tries: row.tries,
      nextTryAt: row.next_try_at,
      lastStatus: row.last_status,
      lastFailure: row.last_failure,
      deliveredAt: row.delivered_at,
    },
  ];
}

/** Days for which the tries of deliveries are kept. */
const tryRetentionDays = 90;

/**
 * Deletes tries that are older than their retention, at most `limit` of them; returns how many. By endpoint: the index of
 * their times begins with it.
 */
export async function sweepWebhookTries(db: Db, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - tryRetentionDays * 86_400_000);
  const { numAffectedRows } = await sql`
    delete from webhook_tries where ctid = any(array(
      select old.row from webhook_endpoints as endpoint
      cross join lateral (
        select ctid as row from webhook_tries where endpoint_id = endpoint.id and at < ${before} limit ${limit}
      ) as old
      limit ${limit}
    ))
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes at most `limit` deliveries that ended and were written before an instant, the oldest first; returns how many. */
export async function deleteOldDeliveries(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where (endpoint_id, event_id) in (
      select endpoint_id, event_id from webhook_deliveries where state <> 'waiting' and created_at < ${before}
      order by created_at limit ${limit} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
