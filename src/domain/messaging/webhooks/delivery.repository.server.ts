import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

export interface DueDelivery {
  readonly eventId: bigint;
  /** Tries that failed since the first or since the last replay. */
  readonly roundTries: number;
  /** What it is about: messages about one subject go one after the other. Null: about nothing that others are about. */
  readonly subject: string | null;
}

/**
 * Of a delivery `due` that waits: something earlier about the same subject waits for its next try, and holds it up. As words,
 * not parameters: a plan for any state would read all that the endpoint ever got.
 */
export const isBlocked = (now: Date) => sql<boolean>`exists (
  select from webhook_deliveries as earlier
  where earlier.endpoint_id = due.endpoint_id and earlier.subject = due.subject and earlier.event_id < due.event_id
    and earlier.state = 'waiting' and earlier.next_try_at > ${now}
)`;

/** What is due to an endpoint and not held up, in the order in which it happened. */
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

/** A message that was taken, or that had nothing to say (`status` null). */
export interface CompletedDelivery {
  readonly eventId: bigint;
  readonly status: number | null;
  readonly at: Date;
}

/**
 * Notes what arrived, in one statement. It locks in the order of events, as a replay does: two that lock many of the same
 * deliveries wait for each other in turn, and never both.
 */
export async function recordDelivered(
  db: Db,
  endpointId: string,
  deliveries: readonly CompletedDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  // What arrived has arrived, even when another message learnt meanwhile that the endpoint is gone.
  await sql`
    with held as materialized (
      select event_id from webhook_deliveries
      where endpoint_id = ${endpointId} and event_id = any(${deliveries.map(({ eventId }) => eventId)}::bigint[])
        and state in ('waiting', 'ended')
      order by event_id
      for update
    )
    update webhook_deliveries as delivery
    set state = 'delivered', next_try_at = null, delivered_at = arrival.at, last_failure = null,
      tries = delivery.tries + 1, round_tries = delivery.round_tries + 1,
      last_status = arrival.status, last_try_at = arrival.at
    from held join unnest(
      ${deliveries.map(({ eventId }) => eventId)}::bigint[],
      ${deliveries.map(({ status }) => status)}::int[],
      ${deliveries.map(({ at }) => at)}::timestamptz[]
    ) as arrival (event_id, status, at) using (event_id)
    where delivery.endpoint_id = ${endpointId} and delivery.event_id = held.event_id
  `.execute(db);
}

/** A try that failed; `next`: when there is another, null when it is given up. */
export interface FailedAttempt {
  readonly status: number | null;
  readonly failure: string;
  readonly next: Date | null;
}

export async function recordFailedAttempt(
  db: Db,
  endpointId: string,
  eventId: bigint,
  { status, failure, next }: FailedAttempt,
  now: Date,
): Promise<void> {
  await db
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
    .execute();
}
