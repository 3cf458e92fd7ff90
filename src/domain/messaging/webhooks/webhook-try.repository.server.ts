import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

/** A request that was sent for a delivery. */
export interface WebhookTry {
  /** Counts from 1, over all rounds of the delivery. */
  readonly n: number;
  readonly at: Date;
  /** Null: no answer came. */
  readonly status: number | null;
  /** Null: it was accepted. */
  readonly failure: string | null;
  /** Milliseconds until the answer or the failure. */
  readonly ms: number;
}

/** The tries of one delivery of the last 90 days, oldest first. */
export async function triesOfDelivery(db: Db, endpointId: string, eventId: bigint): Promise<WebhookTry[]> {
  return db
    .selectFrom('webhook_tries')
    .select(['n', 'at', 'status', 'failure', 'ms'])
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', eventId)
    .orderBy('n')
    .execute();
}

/** How an endpoint answered of late. */
export interface EndpointResponses {
  readonly endpointId: string;
  /** Tries that were read: at most 1,000. */
  readonly tries: number;
  readonly failed: number;
  /** Milliseconds within which 95 of 100 answers came; null without an answer. */
  readonly p95: number | null;
  /** When the oldest delivery that waits was written; null: none waits. */
  readonly waitingSince: Date | null;
}

const recentHours = 24;
/** Enough for a percentile, and few enough for a list of all endpoints. */
const mostTries = 1_000;

/** How each of these endpoints answered in the last 24 hours, by index: the newest 1,000 tries of each. */
export async function endpointResponses(
  db: Db,
  endpointIds: readonly string[],
  now: Date,
): Promise<readonly EndpointResponses[]> {
  if (endpointIds.length === 0) return [];
  const from = new Date(now.getTime() - recentHours * 3_600_000);
  const { rows } = await sql<EndpointResponses>`
    select endpoint.id as "endpointId", recent.tries, recent.failed, recent.p95, oldest.created_at as "waitingSince"
    from unnest(${endpointIds}::text[]) as endpoint (id)
    cross join lateral (
      select count(*)::int as tries, count(failure)::int as failed,
        percentile_disc(0.95) within group (order by ms) filter (where status is not null) as p95
      from (
        select ms, status, failure from webhook_tries
        where endpoint_id = endpoint.id and at > ${from} order by at desc limit ${mostTries}
      ) as newest
    ) as recent
    left join lateral (
      select created_at from webhook_deliveries
      where endpoint_id = endpoint.id and state = 'waiting' order by event_id limit 1
    ) as oldest on true
  `.execute(db);
  return rows;
}
