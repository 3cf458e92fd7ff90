import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { insertAbandonment, purchaseKeys, wasToldBefore } from './abandonment.repository.server.ts';
import { hasBought, type LeftSession, sessionsToLookAt, wantsToHear } from './left-session.repository.server.ts';
import { nextReminder } from './next-reminder.ts';

/** A younger lead is nobody's business yet; one older than this was left while nobody worked, and is left alone. */
const youngestMs = 10 * 60_000;
const oldestMs = 3 * 86_400_000;
/** Whoever bought so shortly before is not asked to buy the same, and one purchase is not followed up twice. */
export const oncePerMs = 30 * 86_400_000;

/** Finds those who left before paying and decides, once each, whether they are reminded. Returns how many were looked at. */
export async function noteAbandoned(ctx: DomainContext, limit = 500): Promise<number> {
  const now = ctx.clock.now().getTime();
  const found = await sessionsToLookAt(ctx.db, new Date(now - oldestMs), new Date(now - youngestMs), limit);
  let noted = 0;
  for (const left of found) if (await note(ctx, left)) noted += 1;
  return noted;
}

async function note(ctx: DomainContext, left: LeftSession): Promise<boolean> {
  const now = ctx.clock.now();
  const schedule = ctx.catalog.reminders(left.brand, left.variant);
  const [first] = schedule.steps;
  const isEarly = first !== undefined && left.lastSeenAt.getTime() + first.afterMinutes * 60_000 > now.getTime();
  if (left.isBusy || isEarly) return false;
  await transaction(ctx.db, async (trx) => insertAbandonment(ctx, trx, left, await decide(ctx, trx, left)));
  return true;
}

async function decide(ctx: DomainContext, trx: Db, left: LeftSession) {
  const now = ctx.clock.now();
  const since = new Date(left.lastSeenAt.getTime() - oncePerMs);
  if (await hasBought(trx, left, since)) return 'bought';
  if (await wasToldBefore(trx, purchaseKeys(ctx.config, left), since)) return 'told-before';
  if (!(await wantsToHear(ctx, trx, left))) return 'not-wanted';
  const schedule = ctx.catalog.reminders(left.brand, left.variant);
  return nextReminder(schedule, left.lastSeenAt, 0, now, left.market) ?? 'not-wanted';
}
