import { type Selectable, sql } from 'kysely';
import type { Db } from '../context.server.ts';
import type { Database } from '../database/index.server.ts';

export type EndpointRow = Selectable<Database['webhook_endpoints']>;

/** Seconds by the database's clock for which a worker has an endpoint to itself; it asks again with every batch. */
const leaseSeconds = 60;

/** Makes the rows of endpoints that are new. */
export async function ensureEndpoints(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insertInto('webhook_endpoints')
    .values(ids.map((id) => ({ id })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Endpoints to which something is due now and which nobody delivers to. */
export async function dueEndpoints(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_endpoints as endpoint')
    .select('endpoint.id')
    .where('endpoint.ended_at', 'is', null)
    .where((eb) => eb.or([eb('endpoint.rests_until', 'is', null), eb('endpoint.rests_until', '<=', now)]))
    .where(sql<boolean>`(endpoint.leased_until is null or endpoint.leased_until <= clock_timestamp())`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_deliveries as delivery')
          .select('delivery.event_id')
          .whereRef('delivery.endpoint_id', '=', 'endpoint.id')
          .where('delivery.state', '=', 'waiting')
          .where('delivery.next_try_at', '<=', now),
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
    .where((eb) => eb.or([eb('rests_until', 'is', null), eb('rests_until', '<=', now)]))
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
    .set({ failures: 0, rests_until: null, last_success_at: now })
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

export async function restEndpoint(db: Db, id: string, until: Date): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ rests_until: until }).where('id', '=', id).execute();
}

/** It is gone (410): what waits for it ends with it. */
export async function endEndpoint(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ ended_at: now }).where('id', '=', id).execute();
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'ended', next_try_at: null })
    .where('endpoint_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}
