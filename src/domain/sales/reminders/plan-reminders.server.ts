import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { SalesContext } from '../context.server.ts';
import {
  type Abandonment,
  abandonmentById,
  dueAbandonments,
  endAbandonment,
  type AbandonmentOutcome,
} from './abandonment.repository.server.ts';
import { hasBought, hasOpenPayment, hasMarketingConsent } from './abandoned-session.repository.server.ts';
import { nextReminder } from './next-reminder.ts';
import { cooldownMs } from './record-abandonments.server.ts';

/** A payment that is under way is looked at again after this. */
const recheckMs = 15 * 60_000;

/** Hands the reminders whose time has come to those who send them, each once. Returns how many. */
export async function planReminders(ctx: SalesContext, limit = 500): Promise<number> {
  let planned = 0;
  for (const id of await dueAbandonments(ctx.db, ctx.clock.now(), limit)) {
    if (await transaction(ctx.db, (trx) => planOne(ctx, trx, id))) planned += 1;
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
    await trx.updateTable('abandonments').set({ next_at: later }).where('id', '=', id).execute();
    return false;
  }
  if (due) await queue(ctx, trx, abandonment, due, now);
  const after = due && nextReminder(schedule, abandonment.beganAt, due.step + 1, now, abandonment.market);
  if (!after) await endAbandonment(trx, id, 'done', now);
  else {
    const next = { next_step: after.step, next_at: after.at };
    await trx.updateTable('abandonments').set(next).where('id', '=', id).execute();
  }
  return due !== null;
}

async function queue(
  ctx: SalesContext,
  trx: Db,
  { id }: Abandonment,
  { step, channel }: { readonly step: number; readonly channel: string },
  now: Date,
): Promise<void> {
  const row = await trx
    .insertInto('reminders')
    .values({ abandonment_id: id, step, channel, state: 'waiting', created_at: now, completed_at: null })
    .onConflict((conflict) => conflict.columns(['abandonment_id', 'step']).doNothing())
    .returning('step')
    .executeTakeFirst();
  if (row) await ctx.jobs.send(trx, 'send-recovery-reminder', { abandonmentId: id, step: String(step) });
}

/** Why nobody is reminded (any more) of a purchase that was left; null while they are. */
export async function reasonToEnd(
  ctx: Pick<SalesContext, 'config'>,
  db: Db,
  abandonment: Abandonment,
): Promise<AbandonmentOutcome | null> {
  if (await hasBought(db, abandonment, new Date(abandonment.beganAt.getTime() - cooldownMs))) return 'bought';
  return (await hasMarketingConsent(ctx, db, abandonment)) ? null : 'stopped';
}
