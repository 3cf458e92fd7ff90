import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { SalesContext } from '../context.server.ts';
import { type Abandonment, abandonmentById, endAbandonment } from './abandonment.repository.server.ts';
import { hasOpenPayment } from './abandoned-session.repository.server.ts';
import { reasonToEnd } from './plan-reminders.server.ts';
import type { ReminderChannel } from '../../catalog/brand-data/index.ts';

/** A reminder that its taker, and nobody else, sends now. */
export interface AcquiredReminder {
  readonly left: Abandonment;
  readonly step: number;
  readonly channel: ReminderChannel;
}

/**
 * Takes a reminder to send it; null when it was taken before or is not wanted any more. It is taken for good: whoever dies
 * before it went out has sent none, because two letters to one buyer are worse than none.
 */
export async function acquireReminder(
  ctx: SalesContext,
  abandonmentId: string,
  step: number,
): Promise<AcquiredReminder | null> {
  return transaction(ctx.db, async (trx) => {
    const left = await abandonmentById(trx, abandonmentId, 'wait');
    if (!left) return null;
    const end = left.endedBy === 'stopped' ? 'stopped' : await reasonToEnd(ctx, trx, left);
    const isUnwanted = end !== null || (await hasOpenPayment(trx, left.sessionId));
    const now = ctx.clock.now();
    const row = await trx
      .updateTable('reminders')
      .set(isUnwanted ? { state: 'not-needed', completed_at: now } : { state: 'sending' })
      .where('abandonment_id', '=', abandonmentId)
      .where('step', '=', step)
      .where('state', '=', 'waiting')
      .returning('channel')
      .executeTakeFirst();
    if (end) await endAbandonment(trx, abandonmentId, end, now);
    return row && !isUnwanted ? { left, step, channel: row.channel as ReminderChannel } : null;
  });
}

/** What became of a reminder that was taken: it went out, or certainly did not and may be taken again. */
export async function completeReminder(
  { db, clock }: Pick<SalesContext, 'db' | 'clock'>,
  { left, step }: AcquiredReminder,
  outcome: 'sent' | 'not-sent' | 'not-needed',
): Promise<void> {
  await db
    .updateTable('reminders')
    .set(outcome === 'not-sent' ? { state: 'waiting' } : { state: outcome, completed_at: clock.now() })
    .where('abandonment_id', '=', left.id)
    .where('step', '=', step)
    .where('state', '=', 'sending')
    .execute();
}

/** Ends all reminders of a brand to the buyer of one that was left: said by a link in a reminder. */
export async function optOutOfReminders(ctx: SalesContext, abandonmentId: string): Promise<boolean> {
  return transaction(ctx.db, async (trx) => {
    const row = await trx
      .selectFrom('abandonments')
      .select(['brand', 'email_hash'])
      .where('id', '=', abandonmentId)
      .executeTakeFirst();
    if (!row) return false;
    const at = ctx.clock.now();
    await trx
      .insertInto('reminder_opt_outs')
      .values({ ...row, at })
      .onConflict((conflict) => conflict.columns(['brand', 'email_hash']).doUpdateSet({ at }))
      .execute();
    await trx
      .updateTable('abandonments')
      .set({ ended_at: at, ended_by: 'stopped', next_at: null })
      .where('brand', '=', row.brand)
      .where('email_hash', '=', row.email_hash)
      .where('ended_at', 'is', null)
      .execute();
    return true;
  });
}

/** Whether a buyer has said stop by one that was left. */
export async function hasOptedOut({ db }: Pick<SalesContext, 'db'>, abandonmentId: string): Promise<boolean> {
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
