import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { SalesContext } from '../context.server.ts';
import type { ReminderChannel } from '../../catalog/brand-data/index.ts';
import { type Abandonment, abandonmentById, endAbandonment } from './abandonment.repository.server.ts';
import { hasOpenPayment } from './abandoned-session.repository.server.ts';
import { reasonToEnd } from './plan-reminders.server.ts';
import { recordReminderOutcome, takeReminder } from './reminder.repository.server.ts';

/** A reminder that its worker, and no other, sends now. */
export interface AcquiredReminder {
  readonly left: Abandonment;
  readonly step: number;
  readonly channel: ReminderChannel;
}

/**
 * Acquires a reminder to send it; null when it was acquired before or is no longer needed. It is never acquired twice: a worker
 * that dies before sending it sends none, because two e-mails to one buyer are worse than none.
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
    const channel = await takeReminder(trx, { abandonmentId, step }, isUnwanted ? 'not-needed' : 'sending', now);
    if (end) await endAbandonment(trx, abandonmentId, end, now);
    return channel !== null && !isUnwanted ? { left, step, channel } : null;
  });
}

/** Records the outcome of an acquired reminder. `not-sent`: it certainly was not sent, and may be acquired again. */
export async function completeReminder(
  { db, clock }: Pick<SalesContext, 'db' | 'clock'>,
  { left, step }: AcquiredReminder,
  outcome: 'sent' | 'not-sent' | 'not-needed',
): Promise<void> {
  await recordReminderOutcome(db, { abandonmentId: left.id, step }, outcome, clock.now());
}
