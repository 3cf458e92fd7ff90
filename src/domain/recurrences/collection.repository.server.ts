import { z } from 'zod';
import { isLocalDate, type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../context.server.ts';
import { toRecurrence } from './recurrence.repository.server.ts';
import type { CollectionTry, Recurrence } from './recurrence.types.ts';

/** For so long a cycle belongs to the worker that took it. */
const takenMs = 120_000;

/** Consents whose gateway has not been asked for a while. They come round again at `again` if the look never ends. */
export async function takeToLookAt(db: Db, now: Date, again: Date, limit: number): Promise<Recurrence[]> {
  const rows = await db
    .updateTable('recurrences')
    .set({ next_look_at: again })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('recurrences')
        .select('id')
        .where('next_look_at', '<=', now)
        .orderBy('next_look_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
  return rows.map(toRecurrence);
}

/**
 * Approved consents whose next charge may be sent by now, after one of them: whoever looks at all reads page after page.
 * `tomorrow`: markets' days begin apart.
 */
export async function readyToSend(
  db: Db,
  tomorrow: LocalDate,
  after: string | null,
  limit: number,
): Promise<Recurrence[]> {
  const rows = await db
    .selectFrom('recurrences')
    .selectAll()
    .where('next_send_on', '<=', tomorrow)
    .where('state', '=', 'approved')
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toRecurrence);
}

export async function sendNextOn(db: Db, recurrenceId: string, day: LocalDate): Promise<void> {
  await db
    .updateTable('recurrences')
    .set({ next_send_on: day })
    .where('id', '=', recurrenceId)
    .where('next_send_on', 'is not', null)
    .execute();
}

/** A cycle that one worker has for itself. */
export interface TakenCycle {
  readonly cycle: number;
  readonly dueOn: LocalDate;
}

/**
 * Takes a cycle to send its charge; null when another worker has it, or when it has a charge. A charge that was never
 * begun at its gateway (`failed`) makes room for another one.
 */
export async function takeCycle(
  db: Db,
  recurrenceId: string,
  { cycle, dueOn }: { readonly cycle: number; readonly dueOn: LocalDate },
  now: Date,
): Promise<TakenCycle | null> {
  const row = await db
    .insertInto('recurrence_charges')
    .values({
      recurrence_id: recurrenceId,
      cycle,
      due_on: dueOn,
      taken_until: new Date(now.getTime() + takenMs),
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['recurrence_id', 'cycle'])
        .doUpdateSet({ taken_until: new Date(now.getTime() + takenMs) })
        .where('recurrence_charges.taken_until', '<=', now)
        .where((eb) =>
          eb.or([
            eb('recurrence_charges.attempt_id', 'is', null),
            eb.exists(
              eb
                .selectFrom('attempts')
                .select('attempts.id')
                .whereRef('attempts.id', '=', 'recurrence_charges.attempt_id')
                .where('attempts.state', '=', 'failed'),
            ),
          ]),
        ),
    )
    .returning(['cycle', 'due_on'])
    .executeTakeFirst();
  return row ? { cycle: row.cycle, dueOn: requireLocalDate(row.due_on) } : null;
}

export async function setCharge(
  trx: Db,
  of: { readonly recurrenceId: string; readonly cycle: number },
  { attemptId, orderId }: { readonly attemptId: string; readonly orderId: string },
): Promise<void> {
  await trx
    .updateTable('recurrence_charges')
    .set({ attempt_id: attemptId, order_id: orderId, tries: '[]', retry_on: null })
    .where('recurrence_id', '=', of.recurrenceId)
    .where('cycle', '=', of.cycle)
    .execute();
}

/** A charge by consent that may still take money. */
export interface OpenCollection {
  readonly recurrenceId: string;
  readonly cycle: number;
  readonly attemptId: string;
  readonly dueOn: LocalDate;
  readonly tries: readonly CollectionTry[];
}

const triesSchema = z.array(
  z.object({
    on: z.string().refine(isLocalDate).transform(requireLocalDate),
    state: z.enum(['planned', 'paid', 'failed']),
  }),
);

/** The charges after another one, the longest due first: whoever looks at all of them reads page after page. */
export async function openCollections(
  db: Db,
  after: Pick<OpenCollection, 'dueOn' | 'attemptId'> | null,
  limit: number,
): Promise<OpenCollection[]> {
  const rows = await db
    .selectFrom('recurrence_charges')
    .innerJoin('attempts', 'attempts.id', 'recurrence_charges.attempt_id')
    .select(['recurrence_id', 'cycle', 'attempts.id as attempt_id', 'due_on', 'tries'])
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
    recurrenceId: row.recurrence_id,
    cycle: row.cycle,
    attemptId: row.attempt_id,
    dueOn: requireLocalDate(row.due_on),
    tries: triesSchema.parse(row.tries),
  }));
}

/** Takes the right to ask for a retry on a day: once per charge and day, whoever asks first. */
export async function takeRetry(db: Db, { recurrenceId, cycle }: OpenCollection, day: LocalDate): Promise<boolean> {
  const taken = await db
    .updateTable('recurrence_charges')
    .set({ retry_on: day })
    .where('recurrence_id', '=', recurrenceId)
    .where('cycle', '=', cycle)
    .where((eb) => eb.or([eb('retry_on', 'is', null), eb('retry_on', '<', day)]))
    .returning('cycle')
    .executeTakeFirst();
  return taken !== undefined;
}

/** The retry could not be asked for: somebody else may try. */
export async function returnRetry(db: Db, { recurrenceId, cycle }: OpenCollection, day: LocalDate): Promise<void> {
  await db
    .updateTable('recurrence_charges')
    .set({ retry_on: null })
    .where('recurrence_id', '=', recurrenceId)
    .where('cycle', '=', cycle)
    .where('retry_on', '=', day)
    .execute();
}
