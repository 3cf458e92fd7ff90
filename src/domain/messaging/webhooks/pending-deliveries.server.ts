import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

/** How long after brands ceased to name an endpoint what waits for it may still be sent: whoever took it out may think again. */
const graceSeconds = 3600;

/**
 * Ends what waits for endpoints that have ended, or that no brand has named for an hour; at most `limit` of it. Returns the
 * endpoint of each. What anybody has in hand at that moment, also the endpoint that an operator just opens, is left to the
 * next look: so it waits for nobody.
 */
export async function endPendingDeliveries(db: Db, now: Date, limit: number): Promise<EndedDelivery[]> {
  const { rows } = await sql<{ endpoint_id: string; is_unlisted: boolean }>`
    with finished as materialized (
      select delivery.endpoint_id, delivery.event_id, endpoint.ended_at is null as is_unlisted
      from webhook_endpoints as endpoint
      join webhook_deliveries as delivery on delivery.endpoint_id = endpoint.id
      where (endpoint.ended_at is not null
          or endpoint.unlisted_at <= ${now}::timestamptz - make_interval(secs => ${graceSeconds}))
        and delivery.state = 'waiting'
      limit ${limit}
      for share of endpoint skip locked
      for update of delivery skip locked
    )
    update webhook_deliveries as delivery
    set state = 'ended', next_try_at = null,
      last_failure = case when finished.is_unlisted then 'endpoint-unlisted' else delivery.last_failure end
    from finished
    where delivery.endpoint_id = finished.endpoint_id and delivery.event_id = finished.event_id
    returning finished.endpoint_id, finished.is_unlisted
  `.execute(db);
  return rows.map((row) => ({ endpointId: row.endpoint_id, isUnlisted: row.is_unlisted }));
}

interface EndedDelivery {
  readonly endpointId: string;
  /** No brand names its endpoint; else the endpoint has ended. */
  readonly isUnlisted: boolean;
}

/** How long a message that holds others up waits for its next try, at a receiver that takes other messages. */
const holdSeconds = 5 * 60;

/**
 * Brings forward the next try of messages that failed and hold up later ones about the same subject, at a receiver that took
 * another message since, or that could not be made at all. So their tries are over within the hour: they arrive or are given
 * up, and the others go on. A receiver that takes nothing is left to the schedule.
 */
export async function expediteBlocking(db: Db, now: Date, limit: number): Promise<void> {
  // In the order in which arrivals are noted; what anybody has in hand is left to the next look.
  await sql`
    with holding as materialized (
      select held.endpoint_id, held.event_id
      from webhook_deliveries as held
      join webhook_endpoints as endpoint on endpoint.id = held.endpoint_id
      where held.state = 'waiting' and held.round_tries > 0 and endpoint.ended_at is null
        and held.last_try_at <= ${now}::timestamptz - make_interval(secs => ${holdSeconds})
        and held.next_try_at > ${now}
        and (endpoint.last_success_at > held.last_try_at or held.last_failure = 'unreadable')
        and exists (
          select from webhook_deliveries as later
          where later.endpoint_id = held.endpoint_id and later.subject = held.subject and later.event_id > held.event_id
            and later.state = 'waiting'
        )
      order by held.event_id
      limit ${limit}
      for update of held skip locked
    )
    update webhook_deliveries as delivery
    set next_try_at = ${now}
    from holding
    where delivery.endpoint_id = holding.endpoint_id and delivery.event_id = holding.event_id
  `.execute(db);
}
