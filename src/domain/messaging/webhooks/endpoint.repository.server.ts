import { type Selectable, sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { isBlocked } from './delivery.repository.server.ts';

export type EndpointRow = Selectable<Database['webhook_endpoints']>;

/** Seconds by the database's clock for which a worker has an endpoint to itself; it asks again with every batch. */
const leaseSeconds = 60;

/** Makes the rows of endpoints that are new, and marks those that no brand named for a while as named again. */
export async function ensureEndpoints(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insertInto('webhook_endpoints')
    .values(ids.map((id) => ({ id })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ unlisted_at: null }).where('webhook_endpoints.unlisted_at', 'is not', null),
    )
    .execute();
}

/**
 * Marks the endpoints that no brand names any more, and takes the mark from those that a worker of before has marked, which
 * did not know them yet.
 */
export async function markUnlisted(db: Db, listed: readonly string[], now: Date): Promise<void> {
  const isListed = sql<boolean>`id = any(${listed}::text[])`;
  await db
    .updateTable('webhook_endpoints')
    .set({ unlisted_at: sql<Date | null>`case when ${isListed} then null else ${now}::timestamptz end` })
    .where(sql<boolean>`(${isListed}) = (unlisted_at is not null)`)
    .execute();
}

/** Endpoints to which something is due now and which nobody delivers to. */
export async function dueEndpoints(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_endpoints as endpoint')
    .select('endpoint.id')
    .where('endpoint.ended_at', 'is', null)
    .where((eb) => eb.or([eb('endpoint.paused_until', 'is', null), eb('endpoint.paused_until', '<=', now)]))
    .where(sql<boolean>`(endpoint.leased_until is null or endpoint.leased_until <= clock_timestamp())`)
    // One row of its own, not whether there is any: so the first that is found is enough, and the rest is not read.
    .where((eb) =>
      eb(
        eb
          .selectFrom('webhook_deliveries as due')
          .select('due.event_id')
          .whereRef('due.endpoint_id', '=', 'endpoint.id')
          .where('due.state', '=', sql.lit('waiting'))
          .where('due.next_try_at', '<=', now)
          .where(eb.not(isBlocked(now)))
          .limit(1),
        'is not',
        null,
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Takes an endpoint, or keeps it, for the worker that says `lease`. Null when another has it, when it rests, or when it has
 * ended. Two that deliver at once would do no harm to a receiver that knows a message again, but would break the order.
 */
export async function leaseEndpoint(db: Db, id: string, lease: string, now: Date): Promise<EndpointRow | null> {
  const row = await db
    .updateTable('webhook_endpoints')
    .set({ lease, leased_until: sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', now)]))
    .where(sql<boolean>`(lease = ${lease} or leased_until is null or leased_until <= clock_timestamp())`)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function releaseEndpoint(db: Db, id: string, lease: string): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ lease: null, leased_until: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
}

/** It answered well: failures in a row are over. */
export async function noteSuccess(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ failures: 0, paused_until: null, last_success_at: now })
    .where('id', '=', id)
    .execute();
}

/** It failed once more; returns how often in a row. */
export async function noteFailure(db: Db, id: string, now: Date): Promise<number> {
  const row = await db
    .updateTable('webhook_endpoints')
    .set((eb) => ({ failures: eb('failures', '+', 1), last_failure_at: now }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirstOrThrow();
  return row.failures;
}

export async function pauseEndpoint(db: Db, id: string, until: Date): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ paused_until: until }).where('id', '=', id).execute();
}

/** It is gone (410): nothing more is sent to it. What waits for it `endPendingDeliveries` ends, whoever wrote it there and when. */
export async function endEndpoint(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ ended_at: now }).where('id', '=', id).execute();
}
