import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

/** How many attempts there are of a method in a state. */
export interface AttemptMetric {
  readonly method: string;
  readonly state: string;
  readonly count: number;
}

/** Work that was written with its cause and is still to be done: how much, and for how long the oldest has waited. */
export interface BacklogMetric {
  readonly kind: 'letter' | 'notification' | 'purchase-event' | 'webhook';
  readonly count: number;
  readonly oldestSeconds: number;
}

/** Counts all attempts: a walk over the whole table, so ask seldom. */
export async function attemptMetrics(db: Db): Promise<readonly AttemptMetric[]> {
  const rows = await db
    .selectFrom('attempts')
    .select(['method', 'state', (eb) => eb.fn.countAll<bigint>().as('count')])
    .groupBy(['method', 'state'])
    .execute();
  return rows.map(({ method, state, count }) => ({ method, state, count: Number(count) }));
}

/** What waits, by index: cheap at any size of the tables. */
export async function backlogMetrics(db: Db, now: Date): Promise<readonly BacklogMetric[]> {
  const { rows } = await sql<{ kind: BacklogMetric['kind']; count: bigint; oldest: Date | null }>`
    select 'letter' as kind, count(*) as count, min(created_at) as oldest from emails where state = 'waiting'
    union all
    select 'notification', count(*), min(received_at) from incoming_webhooks where state in ('stored', 'parked')
    union all
    select 'purchase-event', count(*), min(paid_at) from orders
    where analytics_client_id is not null and purchase_reported_at is null and paid_at is not null
    union all
    select 'webhook', count(*), min(created_at) from webhook_deliveries where state = 'waiting'
  `.execute(db);
  return rows.map(({ kind, count, oldest }) => ({
    kind,
    count: Number(count),
    oldestSeconds: oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000),
  }));
}
