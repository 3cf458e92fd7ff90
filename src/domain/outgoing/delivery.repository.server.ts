import type { Db } from '../context.server.ts';

export interface DueDelivery {
  readonly eventId: bigint;
  /** Tries that failed since the first or since the last replay. */
  readonly roundTries: number;
}

/** What is due to an endpoint, in the order in which it happened. */
export async function dueDeliveries(db: Db, endpointId: string, now: Date, limit: number): Promise<DueDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['event_id', 'round_tries'])
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', now)
    .orderBy('event_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ eventId: row.event_id, roundTries: row.round_tries }));
}

/** What one try came to; `next`: when there is another, null when it is given up. */
export type TryOutcome =
  | { readonly state: 'delivered'; readonly status: number | null }
  | {
      readonly state: 'failed';
      readonly status: number | null;
      readonly failure: string;
      readonly next: Date | null;
    };

export async function noteTry(
  db: Db,
  endpointId: string,
  eventId: bigint,
  outcome: TryOutcome,
  now: Date,
): Promise<void> {
  const change =
    outcome.state === 'delivered'
      ? { state: 'delivered', next_try_at: null, delivered_at: now, last_failure: null }
      : outcome.next === null
        ? { state: 'given-up', next_try_at: null, last_failure: outcome.failure }
        : { next_try_at: outcome.next, last_failure: outcome.failure };
  await db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      ...change,
      tries: eb('tries', '+', 1),
      round_tries: eb('round_tries', '+', 1),
      last_status: outcome.status,
      last_try_at: now,
    }))
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', eventId)
    // What arrived has arrived, even when another message learnt meanwhile that the endpoint is gone.
    .where('state', 'in', outcome.state === 'delivered' ? ['waiting', 'ended'] : ['waiting'])
    .execute();
}
