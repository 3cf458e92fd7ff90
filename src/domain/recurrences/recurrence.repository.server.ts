import type { Selectable } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../context.server.ts';
import type { Database } from '../database/index.server.ts';
import { chargePeriods } from '../subscriptions/index.ts';
import {
  type CollectionTry,
  mayMoveRecurrence,
  type Recurrence,
  type RecurrenceFact,
  type RecurrenceState,
  type RecurringTerms,
} from './recurrence.types.ts';

/** The first look at a consent that nobody has answered. */
const firstLookMs = 10 * 60_000;
/** A consent that stands is asked about once a day: its payer may end it where we do not hear of it. */
const standingLookMs = 86_400_000;

export function toRecurrence(row: Selectable<Database['recurrences']>): Recurrence {
  const period = chargePeriods.find((one) => one === row.period);
  if (period === undefined) throw new RangeError(`No period ${row.period}`);
  return {
    id: row.id,
    orderId: row.order_id,
    attemptId: row.attempt_id,
    gateway: row.gateway,
    reference: row.reference,
    state: row.state as RecurrenceState,
    terms: {
      price: { amount: row.amount, currency: row.currency as Currency },
      period,
      firstDueOn: requireLocalDate(row.first_due_on),
    },
    createdAt: row.created_at,
  };
}

export async function recurrenceById(db: Db, id: string): Promise<Recurrence | null> {
  const row = await db.selectFrom('recurrences').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toRecurrence(row) : null;
}

/** The consent that an attempt shows; null when it shows none. */
export async function recurrenceOfAttempt(db: Db, attemptId: string): Promise<Recurrence | null> {
  const row = await db.selectFrom('recurrences').selectAll().where('attempt_id', '=', attemptId).executeTakeFirst();
  return row ? toRecurrence(row) : null;
}

/** The consent that was asked for with one of an order's payments and was not refused; null when there is none. */
export async function recurrenceOfOrder(db: Db, orderId: string): Promise<Recurrence | null> {
  const row = await db
    .selectFrom('recurrences')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toRecurrence(row) : null;
}

export type NotedRecurrence = 'new' | 'moved' | 'same' | 'refused';

/**
 * Writes down what a gateway says of a consent. It only moves up its table, and nothing changes what was agreed to: a
 * fact about other terms is refused. The caller holds the lock of the order that it was asked for with.
 */
export async function noteRecurrence(
  trx: Db,
  of: { readonly orderId: string; readonly attemptId: string; readonly gateway: string },
  fact: RecurrenceFact,
  now: Date,
): Promise<NotedRecurrence> {
  const row = await trx
    .selectFrom('recurrences')
    .selectAll()
    .where('attempt_id', '=', of.attemptId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) {
    await insert(trx, of, fact, now);
    return 'new';
  }
  const known = toRecurrence(row);
  if (known.reference !== fact.reference || !sameTerms(known.terms, fact.terms)) return 'refused';
  if (known.state === fact.state || !mayMoveRecurrence(known.state, fact.state)) return 'same';
  await trx
    .updateTable('recurrences')
    .set({
      state: fact.state,
      ended_by: fact.endedBy ?? null,
      updated_at: now,
      ...(fact.state === 'approved'
        ? { next_look_at: new Date(now.getTime() + standingLookMs) }
        : { next_look_at: null, next_send_on: null }),
    })
    .where('id', '=', row.id)
    .execute();
  return 'moved';
}

async function insert(
  trx: Db,
  of: { readonly orderId: string; readonly attemptId: string; readonly gateway: string },
  { reference, state, terms }: RecurrenceFact,
  now: Date,
): Promise<void> {
  const isOver = state !== 'created' && state !== 'approved';
  await trx
    .insertInto('recurrences')
    .values({
      id: newId('rcr'),
      order_id: of.orderId,
      attempt_id: of.attemptId,
      gateway: of.gateway,
      reference,
      currency: terms.price.currency,
      amount: terms.price.amount,
      period: terms.period,
      first_due_on: terms.firstDueOn,
      state,
      ended_by: null,
      next_look_at: isOver ? null : new Date(now.getTime() + firstLookMs),
      // Looked at by the next run, which knows from when on its first charge may be sent.
      next_send_on: isOver ? null : now.toISOString().slice(0, 10),
      created_at: now,
      updated_at: now,
    })
    .execute();
}

function sameTerms(one: RecurringTerms, other: RecurringTerms): boolean {
  const isSamePrice = one.price.amount === other.price.amount && one.price.currency === other.price.currency;
  return isSamePrice && one.period === other.period && one.firstDueOn === other.firstDueOn;
}

/** Writes down how often a cycle's money was tried to be taken. */
export async function noteTries(trx: Db, attemptId: string, tries: readonly CollectionTry[]): Promise<void> {
  await trx
    .updateTable('recurrence_charges')
    .set({ tries: JSON.stringify(tries) })
    .where('attempt_id', '=', attemptId)
    .execute();
}
