import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { AttemptState } from '../ports/attempt-states.ts';
import type { ChargeReference } from '../ports/gateway.port.ts';
import { type AttemptEvent, recordAttemptEvent } from './attempt-event.repository.server.ts';

/**
 * Seconds for which one process polls a gateway that may charge on a poll: several calls of at most eight seconds
 * each.
 */
const pollLeaseSeconds = 60;

export type AttemptRow = Selectable<Database['attempts']>;

/** The reference by which the gateway finds the charge of an attempt. */
export function referenceOf(row: AttemptRow): ChargeReference {
  return {
    attemptId: row.id,
    serial: row.serial,
    reference: row.reference,
    amount: { amount: row.amount, currency: row.currency },
    attemptCreatedAt: row.created_at,
    payer: row.payer,
    installments: row.installments,
  };
}

export async function attemptById(db: Db, id: string): Promise<AttemptRow | null> {
  return (await db.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The order of an attempt; null when there is none of that id. */
export async function orderOfAttempt(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('attempts').select('order_id').where('id', '=', id).executeTakeFirst();
  return row?.order_id ?? null;
}

export async function attemptByReference(db: Db, gateway: string, reference: string): Promise<AttemptRow | null> {
  const row = await db
    .selectFrom('attempts')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row ?? null;
}

/** All attempts of an order, oldest first. Read under the order's lock before deciding anything. */
export async function attemptsOfOrder(db: Db, orderId: string): Promise<AttemptRow[]> {
  return db.selectFrom('attempts').selectAll().where('order_id', '=', orderId).orderBy('number').execute();
}

/** The newest attempt of an order; null when it has none. */
export async function lastAttemptOfOrder(db: Db, orderId: string): Promise<AttemptRow | null> {
  const row = await db
    .selectFrom('attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Writes a new attempt, and its first state to its history. */
export async function insertAttempt(db: Db, attempt: Insertable<Database['attempts']>): Promise<AttemptRow> {
  const row = await db.insertInto('attempts').values(attempt).returningAll().executeTakeFirstOrThrow();
  await recordAttemptEvent(db, row.id, { from: null, to: row.state, source: 'payment', at: row.created_at });
  return row;
}

/** Changes named columns other than the state; the caller holds the order's lock. */
export async function updateAttempt(
  db: Db,
  id: string,
  change: Omit<Updateable<Database['attempts']>, 'state'>,
): Promise<void> {
  await deferred(db, db.updateTable('attempts').set(change).where('id', '=', id));
}

/** Changes the state, and named columns with it, and writes the transition to the attempt's history. */
export async function transitionAttempt(
  db: Db,
  attempt: Pick<AttemptRow, 'id' | 'state'>,
  change: Updateable<Database['attempts']> & { readonly state: AttemptState },
  by: Pick<AttemptEvent, 'source' | 'fact' | 'at'>,
): Promise<void> {
  await deferred(db, db.updateTable('attempts').set(change).where('id', '=', attempt.id));
  await recordAttemptEvent(db, attempt.id, { ...by, from: attempt.state, to: change.state });
}

/** Marks the void of an attempt as done, unless its state has changed since it was read. */
export async function markVoided(db: Db, id: string, state: AttemptState): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ void_state: 'done' })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute();
}

/** Defers the next check of an attempt, unless its state has changed since it was read. */
export async function deferAttemptCheck(
  db: Db,
  { id, state }: Pick<AttemptRow, 'id' | 'state'>,
  change: Pick<Updateable<Database['attempts']>, 'checks' | 'not_found' | 'contradictions' | 'next_check_at'>,
): Promise<void> {
  await db.updateTable('attempts').set(change).where('id', '=', id).where('state', '=', state).execute();
}

/**
 * Acquires the lease for polling an attempt and returns when it ends; null while another process has it, or where the
 * attempt has changed since it was read. Times are by the database's clock: those of processes differ by more than the
 * lease.
 */
export async function acquirePollLease(
  db: Db,
  { id, state, superseded }: Pick<AttemptRow, 'id' | 'state' | 'superseded'>,
): Promise<Date | null> {
  const now = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;
  const taken = await db
    .updateTable('attempts')
    .set({ poll_lease_until: sql<Date>`${now} + make_interval(secs => ${pollLeaseSeconds})` })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('superseded', '=', superseded)
    .where((eb) => eb.or([eb('poll_lease_until', 'is', null), eb('poll_lease_until', '<=', now)]))
    .returning('poll_lease_until')
    .executeTakeFirst();
  return taken?.poll_lease_until ?? null;
}

/** Releases the lease, unless another process has it by now. */
export async function releasePollLease(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ poll_lease_until: null })
    .where('id', '=', id)
    .where('poll_lease_until', '=', until)
    .execute();
}

/** Acquires captured attempts that are due to be polled for refunds and disputes; as `acquireDueAttempts`. */
export async function acquireAttemptsToRecheck(
  db: Db,
  of: GatewayFilter,
  { now, again, limit }: { readonly now: Date; readonly again: Date; readonly limit: number },
): Promise<AttemptRow[]> {
  return db
    .updateTable('attempts')
    .set({ recheck_at: again })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('attempts')
        .select('id')
        .where((where) =>
          'only' in of ? where('gateway', '=', of.only) : where('gateway', 'not in', ['', ...of.except]),
        )
        .where('recheck_at', '<=', now)
        .orderBy('recheck_at')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/** One gateway's attempts, or those of gateways that are not among these: removed ones. */
export type GatewayFilter = { readonly only: string } | { readonly except: readonly string[] };

/**
 * Acquires attempts whose check is due, oldest first. They are due again at `again` if their check never ends; until
 * then no other job acquires them.
 */
export async function acquireDueAttempts(db: Db, now: Date, again: Date, limit: number): Promise<AttemptRow[]> {
  return db
    .updateTable('attempts')
    .set({ next_check_at: again })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('attempts')
        .select('id')
        .where('next_check_at', '<=', now)
        .orderBy('next_check_at')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/**
 * Erases who paid, from where, and what companies answered. Of an answer to a decline only the code stays, which names nobody
 * and may be the scheme's refusal of the card for ever.
 */
export async function eraseAttempts(trx: Db, orderIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('attempts')
    .set({
      payer: '{}',
      kept: sql<string>`case when kept ? 'brand' then jsonb_build_object('brand', kept -> 'brand') else '{}'::jsonb end`,
      instructions: null,
      next_action: null,
      decline_raw: sql<
        string | null
      >`substring(decline_raw from '^[A-Za-z0-9_]{1,30}(?: mac=[0-9]+)?(?: retry=(?:yes|no))?$')`,
      sealed_request: null,
    })
    .where('order_id', 'in', orderIds)
    .execute();
}
