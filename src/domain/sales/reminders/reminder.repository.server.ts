import type { Db } from '../../base-context.server.ts';
import type { ReminderChannel } from '../../catalog/brand-data/index.ts';

/** One reminder: a step of the schedule for one abandonment. */
export interface ReminderKey {
  readonly abandonmentId: string;
  readonly step: number;
}

/** Writes a reminder that waits to be sent; false when it was written before. */
export async function insertReminder(
  trx: Db,
  { abandonmentId, step }: ReminderKey,
  channel: ReminderChannel,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('reminders')
    .values({ abandonment_id: abandonmentId, step, channel, state: 'waiting', created_at: now, completed_at: null })
    .onConflict((conflict) => conflict.columns(['abandonment_id', 'step']).doNothing())
    .returning('step')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes a waiting reminder to send it (`sending`), or ends it (`not-needed`). Returns its channel; null when it does not wait
 * any more.
 */
export async function takeReminder(
  trx: Db,
  { abandonmentId, step }: ReminderKey,
  state: 'sending' | 'not-needed',
  now: Date,
): Promise<ReminderChannel | null> {
  const row = await trx
    .updateTable('reminders')
    .set(state === 'not-needed' ? { state, completed_at: now } : { state })
    .where('abandonment_id', '=', abandonmentId)
    .where('step', '=', step)
    .where('state', '=', 'waiting')
    .returning('channel')
    .executeTakeFirst();
  return row?.channel ?? null;
}

/** Records the outcome of a reminder that is being sent. `not-sent`: it certainly was not sent, and may be taken again. */
export async function recordReminderOutcome(
  db: Db,
  { abandonmentId, step }: ReminderKey,
  outcome: 'sent' | 'not-sent' | 'not-needed',
  now: Date,
): Promise<void> {
  await db
    .updateTable('reminders')
    .set(outcome === 'not-sent' ? { state: 'waiting' } : { state: outcome, completed_at: now })
    .where('abandonment_id', '=', abandonmentId)
    .where('step', '=', step)
    .where('state', '=', 'sending')
    .execute();
}

/** Whose address opted out, at which brand: a keyed hash of it. */
export interface OptOut {
  readonly brand: string;
  readonly emailHash: string;
}

/** Records an opt-out; the newest one counts (a consent that was given later is valid). */
export async function upsertOptOut(trx: Db, { brand, emailHash }: OptOut, at: Date): Promise<void> {
  await trx
    .insertInto('reminder_opt_outs')
    .values({ brand, email_hash: emailHash, at })
    .onConflict((conflict) => conflict.columns(['brand', 'email_hash']).doUpdateSet({ at }))
    .execute();
}

/** Records an opt-out, unless there is one already. */
export async function insertOptOut(trx: Db, { brand, emailHash }: OptOut, at: Date): Promise<void> {
  await trx
    .insertInto('reminder_opt_outs')
    .values({ brand, email_hash: emailHash, at })
    .onConflict((conflict) => conflict.columns(['brand', 'email_hash']).doNothing())
    .execute();
}

/** When an address opted out last, by any of its hashes; null when it did not. */
export async function lastOptOutAt(db: Db, brand: string, hashes: readonly string[]): Promise<Date | null> {
  const row = await db
    .selectFrom('reminder_opt_outs')
    .select('at')
    .where('brand', '=', brand)
    .where('email_hash', 'in', hashes)
    .orderBy('at', 'desc')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The brand and the hashed address of an abandonment; null for an unknown one. */
export async function addressOfAbandonment(db: Db, abandonmentId: string): Promise<OptOut | null> {
  const row = await db
    .selectFrom('abandonments')
    .select(['brand', 'email_hash as emailHash'])
    .where('id', '=', abandonmentId)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the address of an abandonment has opted out. */
export async function hasOptedOut({ db }: { readonly db: Db }, abandonmentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('abandonments')
    .innerJoin('reminder_opt_outs', (join) =>
      join
        .onRef('reminder_opt_outs.brand', '=', 'abandonments.brand')
        .onRef('reminder_opt_outs.email_hash', '=', 'abandonments.email_hash'),
    )
    .select('reminder_opt_outs.at')
    .where('abandonments.id', '=', abandonmentId)
    .executeTakeFirst();
  return row !== undefined;
}
