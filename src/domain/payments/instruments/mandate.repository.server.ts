import type { Selectable } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { chargeIntervals } from '../../catalog/terms/index.ts';
import {
  type MandateChargeAttempt,
  mayMoveMandate,
  type Mandate,
  type MandateFact,
  type MandateState,
  type MandateTerms,
} from '../ports/mandate.types.ts';

/** Time until the first check of a mandate that its payer has not answered. */
const firstCheckMs = 10 * 60_000;
/** An approved mandate is checked once a day: its payer may end it at their bank without a webhook to us. */
const approvedCheckMs = 86_400_000;

export function toMandate(row: Selectable<Database['mandates']>): Mandate {
  const period = chargeIntervals.find((one) => one === row.period);
  if (period === undefined) throw new RangeError(`No period ${row.period}`);
  return {
    id: row.id,
    orderId: row.order_id,
    attemptId: row.attempt_id,
    gateway: row.gateway,
    reference: row.reference,
    state: row.state as MandateState,
    terms: {
      price: { amount: row.amount, currency: row.currency as Currency },
      period,
      firstDueOn: requireLocalDate(row.first_due_on),
    },
    createdAt: row.created_at,
  };
}

export async function mandateById(db: Db, id: string): Promise<Mandate | null> {
  const row = await db.selectFrom('mandates').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toMandate(row) : null;
}

/** The mandate that an attempt offers; null when it offers none. */
export async function mandateOfAttempt(db: Db, attemptId: string): Promise<Mandate | null> {
  const row = await db.selectFrom('mandates').selectAll().where('attempt_id', '=', attemptId).executeTakeFirst();
  return row ? toMandate(row) : null;
}

export type MandateRecordOutcome = 'new' | 'moved' | 'same' | 'refused';

/**
 * Stores a fact about a mandate. States move along their table only, and terms never change: a fact with other terms is refused.
 * The caller holds the lock of the order that offered the mandate.
 */
export async function recordMandate(
  trx: Db,
  of: { readonly orderId: string; readonly attemptId: string; readonly gateway: string },
  fact: MandateFact,
  now: Date,
): Promise<MandateRecordOutcome> {
  const row = await trx
    .selectFrom('mandates')
    .selectAll()
    .where('attempt_id', '=', of.attemptId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) {
    await insertMandate(trx, of, fact, now);
    return 'new';
  }
  const known = toMandate(row);
  if (known.reference !== fact.reference || !sameTerms(known.terms, fact.terms)) return 'refused';
  if (known.state === fact.state || !mayMoveMandate(known.state, fact.state)) return 'same';
  await trx
    .updateTable('mandates')
    .set({
      state: fact.state,
      ended_by: fact.endedBy ?? null,
      updated_at: now,
      ...(fact.state === 'approved'
        ? { next_check_at: new Date(now.getTime() + approvedCheckMs) }
        : { next_check_at: null, next_send_on: null }),
    })
    .where('id', '=', row.id)
    .execute();
  return 'moved';
}

async function insertMandate(
  trx: Db,
  of: { readonly orderId: string; readonly attemptId: string; readonly gateway: string },
  { reference, state, terms }: MandateFact,
  now: Date,
): Promise<void> {
  const isOver = state !== 'created' && state !== 'approved';
  await trx
    .insertInto('mandates')
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
      next_check_at: isOver ? null : new Date(now.getTime() + firstCheckMs),
      // The next run of the job sets the day on which the first charge may be sent.
      next_send_on: isOver ? null : now.toISOString().slice(0, 10),
      created_at: now,
      updated_at: now,
    })
    .execute();
}

function sameTerms(one: MandateTerms, other: MandateTerms): boolean {
  const isSamePrice = one.price.amount === other.price.amount && one.price.currency === other.price.currency;
  return isSamePrice && one.period === other.period && one.firstDueOn === other.firstDueOn;
}

/** Stores the attempts of a mandate charge. */
export async function recordMandateChargeAttempts(
  trx: Db,
  attemptId: string,
  tries: readonly MandateChargeAttempt[],
): Promise<void> {
  await trx
    .updateTable('mandate_charges')
    .set({ tries: JSON.stringify(tries) })
    .where('attempt_id', '=', attemptId)
    .execute();
}
