import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { SalesContext } from '../context.server.ts';
import {
  type Abandonment,
  abandonmentById,
  dueAbandonments,
  endAbandonment,
  type AbandonmentOutcome,
  setNextReminder,
} from './abandonment.repository.server.ts';
import { hasBought, hasOpenPayment, hasMarketingConsent } from './abandoned-session.repository.server.ts';
import { nextReminder } from './next-reminder.ts';
import { insertReminder } from './reminder.repository.server.ts';
import { cooldownMs } from './record-abandonments.server.ts';

/** Batches of one run: a row that another worker holds comes again in the next batch. */
const mostBatches = 40;
/** When a session whose payment is under way is checked again. */
const recheckMs = 15 * 60_000;

/** Queues the reminders that are due, each once, until none is or the worker stops. Returns how many. */
export async function planReminders(ctx: SalesContext, limit = 500, isStopping = () => false): Promise<number> {
  let planned = 0;
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const due = await dueAbandonments(ctx.db, ctx.clock.now(), limit);
    for (const id of due) {
      if (isStopping()) return planned;
      if (await transaction(ctx.db, (trx) => planOne(ctx, trx, id))) planned += 1;
    }
    if (due.length < limit) break;
  }
  return planned;
}

async function planOne(ctx: SalesContext, trx: Db, id: string): Promise<boolean> {
  const now = ctx.clock.now();
  const abandonment = await abandonmentById(trx, id, 'skip');
  if (!abandonment?.nextAt || abandonment.nextAt > now) return false;
  const end = await reasonToEnd(ctx, trx, abandonment);
  if (end) {
    await endAbandonment(trx, id, end, now);
    return false;
  }
  const schedule = ctx.catalog.reminders(abandonment.brand, abandonment.variant);
  const due = nextReminder(schedule, abandonment.beganAt, abandonment.nextStep, now, abandonment.market);
  const later = (await hasOpenPayment(trx, abandonment.sessionId))
    ? new Date(now.getTime() + recheckMs)
    : (due?.at ?? now);
  if (due && later > now) {
    await setNextReminder(trx, id, { at: later });
    return false;
  }
  if (due && (await insertReminder(trx, { abandonmentId: id, step: due.step }, due.channel, now)))
    await ctx.jobs.send(trx, 'send-recovery-reminder', { abandonmentId: id, step: String(due.step) });
  const after = due && nextReminder(schedule, abandonment.beganAt, due.step + 1, now, abandonment.market);
  if (after) await setNextReminder(trx, id, after);
  else await endAbandonment(trx, id, 'done', now);
  return due !== null;
}

/** Why the buyer of an abandonment is not reminded (any more); null while they are. */
export async function reasonToEnd(
  ctx: Pick<SalesContext, 'config'>,
  db: Db,
  abandonment: Abandonment,
): Promise<AbandonmentOutcome | null> {
  if (await hasBought(db, abandonment, new Date(abandonment.beganAt.getTime() - cooldownMs))) return 'bought';
  return (await hasMarketingConsent(ctx, db, abandonment)) ? null : 'stopped';
}
