import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

/** A limited number of seats: a ticket lot, or the seats of a test location. */
export interface SeatPool {
  /** One name for ever, e.g. `ticket/<brand>/<plan id>`. */
  readonly id: string;
  readonly capacity: number;
}

/** How many seats of each pool orders hold; 0 for an unused pool. Only a hint: the reservation decides. */
export async function reservedSeats(db: Db, pools: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows =
    pools.length === 0
      ? []
      : await db.selectFrom('seat_pools').select(['pool', 'taken']).where('pool', 'in', pools).execute();
  const taken = new Map(rows.map((row) => [row.pool, Number(row.taken)]));
  return new Map(pools.map((pool) => [pool, taken.get(pool) ?? 0]));
}

/**
 * Reserves one seat for an order, in the transaction that writes the order. The pool's row lock makes the last one exact:
 * false when none is left. An order that holds a seat of the pool already keeps that one.
 */
export async function reserveSeat(trx: Db, orderId: string, pool: SeatPool, now: Date): Promise<boolean> {
  if (await hasSeat(trx, orderId, pool.id)) return true;
  const capacity = BigInt(pool.capacity);
  const taken =
    capacity > 0n &&
    (await trx
      .insertInto('seat_pools')
      .values({ pool: pool.id, capacity, taken: 1n })
      .onConflict((conflict) =>
        conflict
          .column('pool')
          .doUpdateSet({ capacity, taken: sql<bigint>`seat_pools.taken + 1` })
          .where('seat_pools.taken', '<', capacity),
      )
      .returning('taken')
      .executeTakeFirst());
  if (!taken) return false;
  await trx
    .insertInto('seat_reservations')
    .values({ order_id: orderId, pool: pool.id, at: now, released_at: null })
    .onConflict((conflict) => conflict.columns(['order_id', 'pool']).doUpdateSet({ at: now, released_at: null }))
    .execute();
  return true;
}

/** Whether an order holds a seat of a pool. */
export async function hasSeat(db: Db, orderId: string, pool: string): Promise<boolean> {
  const reservation = await db
    .selectFrom('seat_reservations')
    .select('pool')
    .where('order_id', '=', orderId)
    .where('pool', '=', pool)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  return reservation !== undefined;
}

/** Releases every seat that an order holds. A second call changes nothing. */
export async function releaseSeats(trx: Db, orderId: string, now: Date): Promise<void> {
  const released = await trx
    .updateTable('seat_reservations')
    .set({ released_at: now })
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
    .returning('pool')
    .execute();
  for (const name of released.map((reservation) => reservation.pool).toSorted()) await changeReserved(trx, name, -1);
}

/** Releases one seat of an order that goes on without it: `reserveSeatsAgain` does not reserve it. */
export async function releaseSeat(trx: Db, orderId: string, pool: string): Promise<void> {
  const dropped = await trx
    .deleteFrom('seat_reservations')
    .where('order_id', '=', orderId)
    .where('pool', '=', pool)
    .returning('released_at')
    .executeTakeFirst();
  if (dropped && dropped.released_at === null) await changeReserved(trx, pool, -1);
}

/** The pools of the seats that a closed order held. */
async function releasedPools(trx: Db, orderId: string): Promise<string[]> {
  const given = await trx
    .selectFrom('seat_reservations')
    .select('pool')
    .where('order_id', '=', orderId)
    .where('released_at', 'is not', null)
    .execute();
  return given.map(({ pool }) => pool).toSorted();
}

/**
 * Whether the seats that a closed order held can be reserved again; those of its successor would pass to it. Locks their
 * pools, so that the answer holds until the end of the transaction.
 */
export async function canReserveSeatsAgain(trx: Db, orderId: string, successorId: string | null): Promise<boolean> {
  const pools = await releasedPools(trx, orderId);
  if (pools.length === 0) return true;
  const rows = await trx
    .selectFrom('seat_pools')
    .selectAll()
    .where('pool', 'in', pools)
    .orderBy('pool')
    .forUpdate()
    .execute();
  for (const row of rows) {
    const passedOn = successorId !== null && (await hasSeat(trx, successorId, row.pool)) ? 1n : 0n;
    if (row.taken - passedOn >= row.capacity) return false;
  }
  return true;
}

/** Reserves the seats of a closed order again, after `canReserveSeatsAgain` allowed it; its successor's are released. */
export async function reserveSeatsAgain(
  trx: Db,
  orderId: string,
  successorId: string | null,
  now: Date,
): Promise<void> {
  const pools = await releasedPools(trx, orderId);
  if (successorId !== null) await releaseSeats(trx, successorId, now);
  for (const pool of pools) {
    await trx
      .updateTable('seat_reservations')
      .set({ released_at: null })
      .where('order_id', '=', orderId)
      .where('pool', '=', pool)
      .execute();
    await changeReserved(trx, pool, 1);
  }
}

async function changeReserved(trx: Db, pool: string, by: 1 | -1): Promise<void> {
  await trx
    .updateTable('seat_pools')
    .set({ taken: sql<bigint>`taken + ${by}` })
    .where('pool', '=', pool)
    .execute();
}
