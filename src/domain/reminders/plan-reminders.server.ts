import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import {
  type Abandonment,
  abandonmentById,
  dueAbandonments,
  endAbandonment,
  type EndOfAbandonment,
} from './abandonment.repository.server.ts';
import { hasBought, isBusy, wantsToHear } from './left-session.repository.server.ts';
import { nextReminder } from './next-reminder.ts';
import { oncePerMs } from './note-abandoned.server.ts';

/** A payment that is under way is looked at again after this. */
const busyMs = 15 * 60_000;

/** Hands the reminders whose time has come to those who send them, each once. Returns how many. */
export async function planReminders(ctx: DomainContext, limit = 500): Promise<number> {
  let planned = 0;
  for (const id of await dueAbandonments(ctx.db, ctx.clock.now(), limit)) {
    if (await transaction(ctx.db, (trx) => planOne(ctx, trx, id))) planned += 1;
  }
  return planned;
}

async function planOne(ctx: DomainContext, trx: Db, id: string): Promise<boolean> {
  const now = ctx.clock.now();
  const left = await abandonmentById(trx, id, 'skip');
  if (!left?.nextAt || left.nextAt > now) return false;
  const end = await reasonToEnd(ctx, trx, left);
  if (end) {
    await endAbandonment(trx, id, end, now);
    return false;
  }
  const schedule = ctx.catalog.reminders(left.brand, left.variant);
  const due = nextReminder(schedule, left.beganAt, left.nextStep, now, left.market);
  const later = (await isBusy(trx, left.sessionId)) ? new Date(now.getTime() + busyMs) : (due?.at ?? now);
  if (due && later > now) {
    await trx.updateTable('abandonments').set({ next_at: later }).where('id', '=', id).execute();
    return false;
  }
  if (due) await queue(ctx, trx, left, due, now);
  const after = due && nextReminder(schedule, left.beganAt, due.step + 1, now, left.market);
  if (!after) await endAbandonment(trx, id, 'done', now);
  else {
    const next = { next_step: after.step, next_at: after.at };
    await trx.updateTable('abandonments').set(next).where('id', '=', id).execute();
  }
  return due !== null;
}

async function queue(
  ctx: DomainContext,
  trx: Db,
  { id }: Abandonment,
  { step, channel }: { readonly step: number; readonly channel: string },
  now: Date,
): Promise<void> {
  const row = await trx
    .insertInto('reminders')
    .values({ abandonment_id: id, step, channel, state: 'waiting', created_at: now, settled_at: null })
    .onConflict((conflict) => conflict.columns(['abandonment_id', 'step']).doNothing())
    .returning('step')
    .executeTakeFirst();
  if (row) await ctx.jobs.send(trx, 'send-reminder', { abandonmentId: id, step: String(step) });
}

/** Why nobody is reminded (any more) of a purchase that was left; null while they are. */
export async function reasonToEnd(
  ctx: Pick<DomainContext, 'config'>,
  db: Db,
  left: Abandonment,
): Promise<EndOfAbandonment | null> {
  if (await hasBought(db, left, new Date(left.beganAt.getTime() - oncePerMs))) return 'bought';
  return (await wantsToHear(ctx, db, left)) ? null : 'stopped';
}
