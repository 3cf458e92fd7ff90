import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { Db, DomainContext } from '../context.server.ts';
import {
  cancelSubscriptionIn,
  lockSubscription,
  moveSubscription,
  periodByKey,
  retryPeriodAt,
  type Subscription,
  type SubscriptionPeriod,
} from '../subscriptions/index.server.ts';
import {
  type Dunning,
  dunningOf,
  endDunning,
  openDunning,
  type TermKey,
  termsToFollow,
  updateDunning,
} from './dunning.repository.server.ts';
import { dunningDays, type DunningMoves, dunningMoves } from './next-moves.ts';
import { leaveOutNotice, type NoticeDetails, queueNotice, settledNotices } from './notice.repository.server.ts';
import { planRetry } from './plan-retry.server.ts';

/** A charge is under way: how it ends is looked at again so much later, should nobody tell. */
const lookLaterMs = 3_600_000;
/** Suspending makes its own letter due; more rounds than that mean that something turns in a circle. */
const mostRounds = 4;

/**
 * Follows every failed charge whose time has come: plans its next try, tells the buyer, closes access, ends the
 * subscription; or closes the case when the term was paid. Any number of workers may do it at once and any number of times:
 * each term is looked at under its subscription's lock. Returns how many were looked at. Once its worker stops it ends
 * between two terms: the next round does the others.
 */
export async function followFailedCharges(
  ctx: DomainContext,
  limit = 500,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const terms = await termsToFollow(ctx.db, ctx.clock.now(), limit);
  let looked = 0;
  for (const term of terms) {
    if (isStopping()) break;
    looked += 1;
    try {
      await followFailedCharge(ctx, term);
    } catch (thrown) {
      ctx.log.error('dunning-failed', { subscriptionId: term.subscriptionId, error: thrown });
    }
  }
  return looked;
}

/** The same for one term. */
async function followFailedCharge(ctx: DomainContext, term: TermKey): Promise<void> {
  await transaction(ctx.db, async (trx) => {
    const now = ctx.clock.now();
    const subscription = await lockSubscription(trx, term.subscriptionId);
    const period = subscription && (await periodByKey(trx, term));
    if (!subscription || !period) return;
    const known = await dunningOf(trx, term);
    if (known?.isOver) return;
    if (period.state !== 'failed') {
      if (known) await settle(ctx, trx, { subscription, period, known }, now);
      return;
    }
    const startedOn = marketDate(subscription.pastDueSince ?? now, subscription.market);
    const opened = known ?? (await openDunning(trx, term, startedOn, now));
    const planned = await replan(ctx, trx, { subscription, period, dunning: opened }, now);
    if (planned) await move(ctx, trx, { subscription, dunning: planned }, now);
  });
}

/** The term is not a failed one any more: it was paid, given up, or is being charged again. */
async function settle(
  ctx: DomainContext,
  trx: Db,
  { subscription, period, known }: { subscription: Subscription; period: SubscriptionPeriod; known: Dunning },
  now: Date,
): Promise<void> {
  if (period.state === 'paid') {
    await endDunning(trx, known, 'recovered', now);
    // Who was only late has a receipt; who stood before a closed door is told that it is open.
    if (known.suspendedOn !== null && subscription.state === 'active')
      await queueNotice(ctx, trx, { ...termOf(known), kind: 'recovered', channel: 'email', details: {} }, now);
  } else if (period.state === 'forgiven')
    await endDunning(trx, known, subscription.state === 'canceled' ? 'canceled' : 'forgiven', now);
  else await updateDunning(trx, known, { next_look_at: new Date(now.getTime() + lookLaterMs) });
}

/** After a try that failed: when it is tried again. Null when the subscription has ended by it. */
async function replan(
  ctx: DomainContext,
  trx: Db,
  of: { subscription: Subscription; period: SubscriptionPeriod; dunning: Dunning },
  now: Date,
): Promise<Dunning | null> {
  const { subscription, period, dunning } = of;
  if (dunning.seenTries === period.tries) return dunning;
  const wasAsked = dunning.retryAt !== null && dunning.retryAt <= now;
  const retries = dunning.retries + (wasAsked ? 1 : 0);
  const plan = await planRetry(ctx, trx, { subscription, period, startedOn: dunning.startedOn, retries }, now);
  if (plan.isStopped) {
    await end(ctx, trx, { subscription, dunning, reason: 'stopped-at-bank' }, now);
    return null;
  }
  await retryPeriodAt(trx, termOf(dunning), plan.at);
  const change = { retries, retryAt: plan.at, needsMeans: plan.needsMeans, seenTries: period.tries };
  await updateDunning(trx, dunning, {
    retries,
    retry_at: plan.at,
    needs_means: plan.needsMeans,
    seen_tries: period.tries,
  });
  return { ...dunning, ...change };
}

/** Does what the schedule wants now. */
async function move(
  ctx: DomainContext,
  trx: Db,
  { subscription, dunning }: { subscription: Subscription; dunning: Dunning },
  now: Date,
): Promise<void> {
  const { brand, variant, market } = subscription;
  const schedule = ctx.catalog.dunning(brand, variant);
  const zone = marketZone(market);
  const done = new Set(await settledNotices(trx, dunning));
  let one = dunning;
  for (let round = 0; round < mostRounds; round += 1) {
    const moves = dunningMoves(
      schedule,
      { ...one, isDone: (kind, channel) => done.has(`${kind} ${channel}`) },
      now,
      zone,
    );
    await tell(ctx, trx, { moves, dunning: one, details: detailsOf(one, schedule, market, now) }, now);
    for (const notice of [...moves.tell, ...moves.leaveOut]) done.add(`${notice.kind} ${notice.channel}`);
    if (moves.cancel) return end(ctx, trx, { subscription, dunning: one, reason: 'not-paid' }, now);
    if (!moves.suspend) {
      await updateDunning(trx, one, { next_look_at: moves.lookAgainAt });
      return;
    }
    const today = marketDate(now, market);
    await moveSubscription(trx, subscription.id, 'suspended', now, { reason: 'not-paid', period: one.number });
    await updateDunning(trx, one, { suspended_on: today });
    one = { ...one, suspendedOn: today };
  }
  throw new Error('A case of dunning does not come to rest');
}

async function tell(
  ctx: DomainContext,
  trx: Db,
  { moves, dunning, details }: { moves: DunningMoves; dunning: Dunning; details: NoticeDetails },
  now: Date,
): Promise<void> {
  for (const notice of moves.leaveOut) await leaveOutNotice(trx, { ...termOf(dunning), ...notice, details: {} }, now);
  for (const notice of moves.tell) await queueNotice(ctx, trx, { ...termOf(dunning), ...notice, details }, now);
}

function detailsOf(
  dunning: Dunning,
  schedule: Parameters<typeof dunningDays>[0],
  market: Subscription['market'],
  now: Date,
): NoticeDetails {
  const { graceUntil, cancelOn }: { graceUntil: LocalDate; cancelOn: LocalDate } = dunningDays(schedule, dunning);
  return {
    graceUntil,
    cancelOn,
    needsMeans: dunning.needsMeans,
    retryOn: dunning.retryAt && dunning.retryAt > now ? marketDate(dunning.retryAt, market) : undefined,
  };
}

async function end(
  ctx: DomainContext,
  trx: Db,
  { subscription, dunning, reason }: { subscription: Subscription; dunning: Dunning; reason: string },
  now: Date,
): Promise<void> {
  await cancelSubscriptionIn(ctx, trx, subscription, { when: 'now', reason });
  await endDunning(trx, dunning, 'canceled', now);
  const details = { stopped: reason === 'stopped-at-bank' };
  await queueNotice(ctx, trx, { ...termOf(dunning), kind: 'canceled', channel: 'email', details }, now);
}

function termOf({ subscriptionId, number }: TermKey): TermKey {
  return { subscriptionId, number };
}
