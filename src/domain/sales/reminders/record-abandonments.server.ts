import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { SalesContext } from '../context.server.ts';
import { insertAbandonment, purchaseKeys, wasRemindedBefore } from './abandonment.repository.server.ts';
import {
  hasBought,
  type AbandonedSession,
  sessionsToCheck,
  hasMarketingConsent,
} from './abandoned-session.repository.server.ts';
import { nextReminder } from './next-reminder.ts';

/** A younger lead is not checked yet; an older one was abandoned while no worker ran, and gets no reminder. */
const youngestMs = 10 * 60_000;
const oldestMs = 3 * 86_400_000;
/** A buyer who bought within this time is not asked to buy the same, and a purchase is not reminded twice. */
export const cooldownMs = 30 * 86_400_000;

/**
 * Finds sessions that were left before paying and decides, once each, whether they get reminders. Returns how many were
 * recorded. Reads on past sessions that are not decided yet: a slip is open for days, and thousands of them hide no other.
 */
export async function recordAbandonments(ctx: SalesContext, limit = 500, isStopping = () => false): Promise<number> {
  const now = ctx.clock.now().getTime();
  let recorded = 0;
  for (let after = { at: new Date(now - oldestMs), id: '' }; ;) {
    const found = await sessionsToCheck(ctx.db, after, new Date(now - youngestMs), limit);
    for (const session of found) {
      if (isStopping()) return recorded;
      if (await recordOne(ctx, session)) recorded += 1;
    }
    const last = found.at(-1);
    if (!last || found.length < limit) return recorded;
    after = { at: last.leadAt, id: last.leadId };
  }
}

async function recordOne(ctx: SalesContext, session: AbandonedSession): Promise<boolean> {
  const now = ctx.clock.now();
  const schedule = ctx.catalog.reminders(session.brand, session.variant);
  const [first] = schedule.steps;
  const isEarly = first !== undefined && session.lastSeenAt.getTime() + first.afterMinutes * 60_000 > now.getTime();
  if (session.hasOpenPayment || isEarly) return false;
  await transaction(ctx.db, async (trx) => insertAbandonment(ctx, trx, session, await decide(ctx, trx, session)));
  return true;
}

async function decide(ctx: SalesContext, trx: Db, session: AbandonedSession) {
  const now = ctx.clock.now();
  const since = new Date(session.lastSeenAt.getTime() - cooldownMs);
  if (await hasBought(trx, session, since)) return 'bought';
  if (await wasRemindedBefore(trx, purchaseKeys(ctx.config, session), since)) return 'already-reminded';
  if (!(await hasMarketingConsent(ctx, trx, session))) return 'not-wanted';
  const schedule = ctx.catalog.reminders(session.brand, session.variant);
  return nextReminder(schedule, session.lastSeenAt, 0, now, session.market) ?? 'not-wanted';
}
