import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { later } from '#src/kernel/db/pipeline.server.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../context.server.ts';
import type { Database } from '../database/index.server.ts';
import type { AttemptState } from './attempt-states.ts';
import type { ChargeReference } from './gateway.port.ts';

/** A company that may charge while it is asked is left to one process for so long: several calls, each with its eight seconds. */
const askedAloneSeconds = 60;

export type AttemptRow = Selectable<Database['attempts']>;

export function stateOf(row: AttemptRow): AttemptState {
  return row.state as AttemptState;
}

export function currencyOf(row: AttemptRow): Currency {
  return row.currency as Currency;
}

/** How the gateway knows this attempt. */
export function referenceOf(row: AttemptRow): ChargeReference {
  return {
    attemptId: row.id,
    serial: row.serial,
    reference: row.reference,
    amount: { amount: row.amount, currency: currencyOf(row) },
    begunAt: row.created_at,
    payer: row.payer,
    installments: row.installments,
  };
}

export async function attemptById(db: Db, id: string): Promise<AttemptRow | null> {
  return (await db.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
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

export async function insertAttempt(db: Db, attempt: Insertable<Database['attempts']>): Promise<AttemptRow> {
  return db.insertInto('attempts').values(attempt).returningAll().executeTakeFirstOrThrow();
}

/** Changes named columns only; the caller holds the order's lock. */
export async function updateAttempt(db: Db, id: string, change: Updateable<Database['attempts']>): Promise<void> {
  await later(db, db.updateTable('attempts').set(change).where('id', '=', id));
}

/**
 * Claims the asking about an attempt, and says until when it is held; null while another process is asking, or where the
 * attempt is not any more what was read of it. By the database's clock: those of processes differ by more than it is held.
 */
export async function takeAsking(
  db: Db,
  { id, state, superseded }: Pick<AttemptRow, 'id' | 'state' | 'superseded'>,
): Promise<Date | null> {
  const now = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;
  const taken = await db
    .updateTable('attempts')
    .set({ asked_until: sql<Date>`${now} + make_interval(secs => ${askedAloneSeconds})` })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('superseded', '=', superseded)
    .where((eb) => eb.or([eb('asked_until', 'is', null), eb('asked_until', '<=', now)]))
    .returning('asked_until')
    .executeTakeFirst();
  return taken?.asked_until ?? null;
}

/** Gives the asking back, unless somebody else has it by now. */
export async function leaveAsking(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ asked_until: null })
    .where('id', '=', id)
    .where('asked_until', '=', until)
    .execute();
}

/** Takes payments whose money may have gone back unheard; as `takeDueAttempts`. */
export async function takeAttemptsToLookBackAt(db: Db, now: Date, again: Date, limit: number): Promise<AttemptRow[]> {
  return db
    .updateTable('attempts')
    .set({ look_back_at: again })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('attempts')
        .select('id')
        .where('look_back_at', '<=', now)
        .orderBy('look_back_at')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/**
 * Takes attempts that a job has to look at now, oldest need first. They come round again at `again` if the look never
 * ends; until then no other job takes them.
 */
export async function takeDueAttempts(db: Db, now: Date, again: Date, limit: number): Promise<AttemptRow[]> {
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
