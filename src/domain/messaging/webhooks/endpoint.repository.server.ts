import { type Selectable, sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { isBlocked } from './delivery.repository.server.ts';

export type EndpointRow = Selectable<Database['webhook_endpoints']>;

/** Seconds by the database's clock for which a worker leases an endpoint; it renews the lease with every batch. */
const leaseSeconds = 60;

/** Inserts rows for new endpoints, and takes the mark from endpoints that a brand names again. */
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
 * Marks the endpoints that no brand names any more, and takes the mark from those that a worker of an older release has marked
 * without knowing them.
 */
export async function markUnlisted(db: Db, listed: readonly string[], now: Date): Promise<void> {
  const isListed = sql<boolean>`id = any(${listed}::text[])`;
  await db
    .updateTable('webhook_endpoints')
    .set({ unlisted_at: sql<Date | null>`case when ${isListed} then null else ${now}::timestamptz end` })
    .where(sql<boolean>`(${isListed}) = (unlisted_at is not null)`)
    .execute();
}

/** Endpoints that have due deliveries and are not leased. */
export async function dueEndpoints(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_endpoints as endpoint')
    .select('endpoint.id')
    .where('endpoint.ended_at', 'is', null)
    .where((eb) => eb.or([eb('endpoint.paused_until', 'is', null), eb('endpoint.paused_until', '<=', now)]))
    .where(sql<boolean>`(endpoint.leased_until is null or endpoint.leased_until <= clock_timestamp())`)
    // A row with a limit in place of `exists`: the first delivery that is found is enough, and the rest is not read.
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
 * Leases an endpoint, or renews the lease, for the worker that names `lease`. Null when another worker has it, when it is
 * paused, or when it has ended. Two workers at once would do no harm to a receiver that deduplicates, but would break the order.
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

/** Ends a lease. */
export async function releaseEndpoint(db: Db, id: string, lease: string): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ lease: null, leased_until: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
}

/** Records an accepted message: failures in a row are over. */
export async function recordEndpointSuccess(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ failures: 0, paused_until: null, last_success_at: now })
    .where('id', '=', id)
    .execute();
}

/** Records a failed message; returns how many failed in a row. */
export async function recordEndpointFailure(db: Db, id: string, now: Date): Promise<number> {
  const row = await db
    .updateTable('webhook_endpoints')
    .set((eb) => ({ failures: eb('failures', '+', 1), last_failure_at: now }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirstOrThrow();
  return row.failures;
}

/** Pauses an endpoint until an instant. */
export async function pauseEndpoint(db: Db, id: string, until: Date): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ paused_until: until }).where('id', '=', id).execute();
}

/** Ends an endpoint that answered 410: nothing more is sent to it. `endPendingDeliveries` ends what waits for it. */
export async function endEndpoint(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ ended_at: now }).where('id', '=', id).execute();
}

/** Opens an endpoint that had ended or is paused. */
export async function reopenEndpoint(db: Db, id: string): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ ended_at: null, paused_until: null, failures: 0 })
    .where('id', '=', id)
    .execute();
}

/** The endpoints that have ended. */
export async function endedEndpoints(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('webhook_endpoints').select('id').where('ended_at', 'is not', null).execute();
  return new Set(rows.map(({ id }) => id));
}

/** All endpoints with the number of their waiting and of their given-up deliveries. */
export async function endpointsWithCounts(db: Db) {
  return db
    .selectFrom('webhook_endpoints as endpoint')
    .selectAll('endpoint')
    .select((eb) => {
      const count = (state: 'waiting' | 'given-up') =>
        eb
          .selectFrom('webhook_deliveries')
          .select(sql<number>`count(*)::int`.as('count'))
          .whereRef('webhook_deliveries.endpoint_id', '=', 'endpoint.id')
          .where('webhook_deliveries.state', '=', sql.lit(state));
      return [count('waiting').as('waiting'), count('given-up').as('givenUp')];
    })
    .execute();
}

/** Gives an endpoint the next secret; the one before it signs until `overlapUntil`. Returns the secret's number. */
export async function nextEndpointSecret(db: Db, id: string, overlapUntil: Date | null): Promise<number> {
  const row = await db
    .updateTable('webhook_endpoints')
    .set((eb) => ({ secret_number: eb('secret_number', '+', 1), overlap_until: overlapUntil }))
    .where('id', '=', id)
    .returning('secret_number')
    .executeTakeFirstOrThrow();
  return row.secret_number;
}
