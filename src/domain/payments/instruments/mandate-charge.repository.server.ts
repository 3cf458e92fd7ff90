import { z } from 'zod';
import { isLocalDate, type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { Mandate, MandateChargeAttempt } from '../ports/mandate.types.ts';
import { toMandate } from './mandate.repository.server.ts';

/** How long a mandate charge is reserved for the worker that took it. */
const leaseMs = 120_000;

/** Takes mandates whose gateway has not been asked for a while; until `again` no other worker takes them. */
export async function acquireMandatesToCheck(db: Db, now: Date, again: Date, limit: number): Promise<Mandate[]> {
  const rows = await db
    .updateTable('mandates')
    .set({ next_check_at: again })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mandates')
        .select('id')
        .where('next_check_at', '<=', now)
        .orderBy('next_check_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
  return rows.map(toMandate);
}

/**
 * A page of the approved mandates whose next charge may be sent by now, after the mandate `after`. `tomorrow`: the latest day
 * that has begun in any market.
 */
export async function mandatesReadyToCharge(
  db: Db,
  tomorrow: LocalDate,
  after: string | null,
  limit: number,
): Promise<Mandate[]> {
  const rows = await db
    .selectFrom('mandates')
    .selectAll()
    .where('next_send_on', '<=', tomorrow)
    .where('state', '=', 'approved')
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toMandate);
}

/** Sets the first day on which the next charge of a mandate may be sent, while the mandate is to be charged. */
export async function setNextSendDay(db: Db, mandateId: string, day: LocalDate): Promise<void> {
  await db
    .updateTable('mandates')
    .set({ next_send_on: day })
    .where('id', '=', mandateId)
    .where('next_send_on', 'is not', null)
    .execute();
}

/** A mandate charge that is reserved for one worker. */
export interface ReservedMandateCharge {
  readonly chargeNumber: number;
  readonly dueOn: LocalDate;
}

/**
 * Reserves a mandate charge to send it; null when another worker has reserved it, or when it was sent. A charge that never
 * began at its gateway (`failed`) is replaced by another one.
 */
export async function reserveMandateCharge(
  db: Db,
  mandateId: string,
  { chargeNumber, dueOn }: { readonly chargeNumber: number; readonly dueOn: LocalDate },
  now: Date,
): Promise<ReservedMandateCharge | null> {
  const row = await db
    .insertInto('mandate_charges')
    .values({
      mandate_id: mandateId,
      charge_number: chargeNumber,
      due_on: dueOn,
      reserved_until: new Date(now.getTime() + leaseMs),
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['mandate_id', 'charge_number'])
        .doUpdateSet({ reserved_until: new Date(now.getTime() + leaseMs) })
        .where('mandate_charges.reserved_until', '<=', now)
        .where((eb) =>
          eb.or([
            eb('mandate_charges.attempt_id', 'is', null),
            eb.exists(
              eb
                .selectFrom('attempts')
                .select('attempts.id')
                .whereRef('attempts.id', '=', 'mandate_charges.attempt_id')
                .where('attempts.state', '=', 'failed'),
            ),
          ]),
        ),
    )
    .returning(['charge_number', 'due_on'])
    .executeTakeFirst();
  return row ? { chargeNumber: row.charge_number, dueOn: requireLocalDate(row.due_on) } : null;
}

/** Sets the order and the attempt by which a mandate charge is made. */
export async function setMandateCharge(
  trx: Db,
  of: { readonly mandateId: string; readonly chargeNumber: number },
  { attemptId, orderId }: { readonly attemptId: string; readonly orderId: string },
): Promise<void> {
  await trx
    .updateTable('mandate_charges')
    .set({ attempt_id: attemptId, order_id: orderId, tries: '[]', retry_on: null })
    .where('mandate_id', '=', of.mandateId)
    .where('charge_number', '=', of.chargeNumber)
    .execute();
}

/** A mandate charge that may still take money. */
export interface OpenMandateCharge {
  readonly mandateId: string;
  readonly chargeNumber: number;
  readonly attemptId: string;
  readonly dueOn: LocalDate;
  readonly tries: readonly MandateChargeAttempt[];
}

const triesSchema = z.array(
  z.object({
    on: z.string().refine(isLocalDate).transform(requireLocalDate),
    state: z.enum(['planned', 'paid', 'failed']),
  }),
);

/** A page of the open mandate charges after another one, the longest due first. */
export async function openMandateCharges(
  db: Db,
  after: Pick<OpenMandateCharge, 'dueOn' | 'attemptId'> | null,
  limit: number,
): Promise<OpenMandateCharge[]> {
  const rows = await db
    .selectFrom('mandate_charges')
    .innerJoin('attempts', 'attempts.id', 'mandate_charges.attempt_id')
    .select(['mandate_id', 'charge_number', 'attempts.id as attempt_id', 'due_on', 'tries'])
    .where('attempts.state', '=', 'awaiting-buyer')
    .where('attempts.superseded', '=', false)
    .$if(after !== null, (all) =>
      all.where((eb) =>
        eb(eb.refTuple('due_on', 'attempts.id'), '>', eb.tuple(after?.dueOn ?? '', after?.attemptId ?? '')),
      ),
    )
    .orderBy('due_on')
    .orderBy('attempts.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    mandateId: row.mandate_id,
    chargeNumber: row.charge_number,
    attemptId: row.attempt_id,
    dueOn: requireLocalDate(row.due_on),
    tries: triesSchema.parse(row.tries),
  }));
}

/** Reserves the retry of a charge on a day; false when another worker has reserved it. */
export async function reserveRetry(
  db: Db,
  { mandateId, chargeNumber }: OpenMandateCharge,
  day: LocalDate,
): Promise<boolean> {
  const reserved = await db
    .updateTable('mandate_charges')
    .set({ retry_on: day })
    .where('mandate_id', '=', mandateId)
    .where('charge_number', '=', chargeNumber)
    .where((eb) => eb.or([eb('retry_on', 'is', null), eb('retry_on', '<', day)]))
    .returning('charge_number')
    .executeTakeFirst();
  return reserved !== undefined;
}

/** Gives up a reserved retry that could not be requested. */
export async function releaseRetry(
  db: Db,
  { mandateId, chargeNumber }: OpenMandateCharge,
  day: LocalDate,
): Promise<void> {
  await db
    .updateTable('mandate_charges')
    .set({ retry_on: null })
    .where('mandate_id', '=', mandateId)
    .where('charge_number', '=', chargeNumber)
    .where('retry_on', '=', day)
    .execute();
}
