import { z } from 'zod';
import { isLocalDate, type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import { toMandate } from '../../payments/index.server.ts';
import type { MandateChargeAttempt, Mandate } from '../../payments/index.ts';

/** For so long a cycle belongs to the worker that took it. */
const leaseMs = 120_000;

/** Consents whose gateway has not been asked for a while. They come round again at `again` if the look never ends. */
export async function takeMandatesToCheck(db: Db, now: Date, again: Date, limit: number): Promise<Mandate[]> {
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
 * Approved consents whose next charge may be sent by now, after one of them: whoever looks at all reads page after page.
 * `tomorrow`: markets' days begin apart.
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

export async function setNextSendDay(db: Db, mandateId: string, day: LocalDate): Promise<void> {
  await db
    .updateTable('mandates')
    .set({ next_send_on: day })
    .where('id', '=', mandateId)
    .where('next_send_on', 'is not', null)
    .execute();
}

/** A cycle that one worker has for itself. */
export interface ReservedMandateCharge {
  readonly chargeNumber: number;
  readonly dueOn: LocalDate;
}

/**
 * Takes a cycle to send its charge; null when another worker has it, or when it has a charge. A charge that was never
 * begun at its gateway (`failed`) makes room for another one.
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

/** A charge by consent that may still take money. */
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

/** The charges after another one, the longest due first: whoever looks at all of them reads page after page. */
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

/** Takes the right to ask for a retry on a day: once per charge and day, whoever asks first. */
export async function reserveRetry(
  db: Db,
  { mandateId, chargeNumber }: OpenMandateCharge,
  day: LocalDate,
): Promise<boolean> {
  const taken = await db
    .updateTable('mandate_charges')
    .set({ retry_on: day })
    .where('mandate_id', '=', mandateId)
    .where('charge_number', '=', chargeNumber)
    .where((eb) => eb.or([eb('retry_on', 'is', null), eb('retry_on', '<', day)]))
    .returning('charge_number')
    .executeTakeFirst();
  return taken !== undefined;
}

/** The retry could not be asked for: somebody else may try. */
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
