import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import {
  cancelSubscriptionIn,
  lockSubscription,
  applySubscriptionEvent,
  periodByKey,
  retryPeriodAt,
  type Subscription,
  type BillingPeriod,
} from '../subscriptions/index.server.ts';
import {
  type Dunning,
  dunningOf,
  endDunning,
  openDunning,
  type BillingPeriodKey,
  periodsToProcess,
  updateDunning,
} from './dunning.repository.server.ts';
import { dunningDays, type DunningActions, decideDunningActions } from './decide-dunning-actions.ts';
import { skipNotice, type NoticeDetails, queueNotice, handledNotices } from './notice.repository.server.ts';
import { planRetry } from './plan-retry.server.ts';

/** When a charge that is under way is checked again. */
const recheckMs = 3_600_000;
/** Suspending makes a notice of its own due; more rounds than this are an endless loop. */
const maxRounds = 4;

/**
 * Processes the failed charges that are due: plans the next retry, queues notices, suspends or cancels the subscription; or ends
 * the dunning when the billing period was paid. Any number of workers may run it at once and any number of times: each period
 * is processed under its subscription's lock. Returns how many were processed. When the worker stops it ends between two
 * periods: the next round does the others.
 */
export async function processFailedCharges(
  ctx: SubscriptionsContext,
  limit = 500,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const periodKeys = await periodsToProcess(ctx.db, ctx.clock.now(), limit);
  let checked = 0;
  for (const periodKey of periodKeys) {
    if (isStopping()) break;
    checked += 1;
    try {
      await processFailedCharge(ctx, periodKey);
    } catch (thrown) {
      ctx.log.error('dunning-failed', { subscriptionId: periodKey.subscriptionId, error: thrown });
    }
  }
  return checked;
}

async function processFailedCharge(ctx: SubscriptionsContext, periodKey: BillingPeriodKey): Promise<void> {
  await transaction(ctx.db, async (trx) => {
    const now = ctx.clock.now();
    const subscription = await lockSubscription(trx, periodKey.subscriptionId);
    const period = subscription && (await periodByKey(trx, periodKey));
    if (!subscription || !period) return;
    const known = await dunningOf(trx, periodKey);
    if (known?.isOver) return;
    if (period.state !== 'failed') {
      if (known) await endOrPostpone(ctx, trx, { subscription, period, known }, now);
      return;
    }
    const startedOn = marketDate(subscription.pastDueSince ?? now, subscription.market);
    const opened = known ?? (await openDunning(trx, periodKey, startedOn, now));
    const planned = await planNextRetry(ctx, trx, { subscription, period, dunning: opened }, now);
    if (planned) await applyActions(ctx, trx, { subscription, dunning: planned }, now);
  });
}

/** Ends the dunning of a period that was paid or waived; while the period is being charged again, it is checked later. */
async function endOrPostpone(
  ctx: SubscriptionsContext,
  trx: Db,
  { subscription, period, known }: { subscription: Subscription; period: BillingPeriod; known: Dunning },
  now: Date,
): Promise<void> {
  if (period.state === 'paid') {
    await endDunning(trx, known, 'recovered', now);
    // A buyer who was only late has a receipt; one whose access was closed gets an e-mail that it is open again.
    if (known.suspendedOn !== null && subscription.state === 'active')
      await queueNotice(ctx, trx, { ...keyOf(known), kind: 'recovered', channel: 'email', details: {} }, now);
  } else if (period.state === 'waived')
    await endDunning(trx, known, subscription.state === 'canceled' ? 'canceled' : 'waived', now);
  else await updateDunning(trx, known, { next_check_at: new Date(now.getTime() + recheckMs) });
}

/** Plans the retry after a failed charge. Null when the subscription was canceled. */
async function planNextRetry(
  ctx: SubscriptionsContext,
  trx: Db,
  of: { subscription: Subscription; period: BillingPeriod; dunning: Dunning },
  now: Date,
): Promise<Dunning | null> {
  const { subscription, period, dunning } = of;
  if (dunning.seenAttempts === period.tries) return dunning;
  const wasAsked = dunning.retryAt !== null && dunning.retryAt <= now;
  const retries = dunning.retries + (wasAsked ? 1 : 0);
  const plan = await planRetry(ctx, trx, { subscription, period, startedOn: dunning.startedOn, retries }, now);
  if (plan.isStopped) {
    await end(ctx, trx, { subscription, dunning, reason: 'stopped-at-bank' }, now);
    return null;
  }
  await retryPeriodAt(trx, keyOf(dunning), plan.at);
  const change = { retries, retryAt: plan.at, needsInstrument: plan.needsInstrument, seenAttempts: period.tries };
  await updateDunning(trx, dunning, {
    retries,
    retry_at: plan.at,
    needs_instrument: plan.needsInstrument,
    seen_attempts: period.tries,
  });
  return { ...dunning, ...change };
}

/** Does the actions of the schedule that are due now. */
async function applyActions(
  ctx: SubscriptionsContext,
  trx: Db,
  { subscription, dunning }: { subscription: Subscription; dunning: Dunning },
  now: Date,
): Promise<void> {
  const { brand, variant, market } = subscription;
  const schedule = ctx.catalog.dunning(brand, variant);
  const zone = marketZone(market);
  const done = new Set(await handledNotices(trx, dunning));
  let one = dunning;
  for (let round = 0; round < maxRounds; round += 1) {
    const actions = decideDunningActions(
      schedule,
      { ...one, isDone: (kind, channel) => done.has(`${kind} ${channel}`) },
      now,
      zone,
    );
    await notify(ctx, trx, { actions, dunning: one, details: detailsOf(one, schedule, market, now) }, now);
    for (const notice of [...actions.notify, ...actions.skip]) done.add(`${notice.kind} ${notice.channel}`);
    if (actions.cancel) return end(ctx, trx, { subscription, dunning: one, reason: 'not-paid' }, now);
    if (!actions.suspend) {
      await updateDunning(trx, one, { next_check_at: actions.nextCheckAt });
      return;
    }
    const today = marketDate(now, market);
    await applySubscriptionEvent(trx, subscription.id, 'suspended', now, { reason: 'not-paid', period: one.number });
    await updateDunning(trx, one, { suspended_on: today });
    one = { ...one, suspendedOn: today };
  }
  throw new Error('The actions of a dunning do not end');
}

async function notify(
  ctx: SubscriptionsContext,
  trx: Db,
  { actions, dunning, details }: { actions: DunningActions; dunning: Dunning; details: NoticeDetails },
  now: Date,
): Promise<void> {
  for (const notice of actions.skip) await skipNotice(trx, { ...keyOf(dunning), ...notice, details: {} }, now);
  for (const notice of actions.notify) await queueNotice(ctx, trx, { ...keyOf(dunning), ...notice, details }, now);
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
    needsInstrument: dunning.needsInstrument,
    retryOn: dunning.retryAt && dunning.retryAt > now ? marketDate(dunning.retryAt, market) : undefined,
  };
}

async function end(
  ctx: SubscriptionsContext,
  trx: Db,
  { subscription, dunning, reason }: { subscription: Subscription; dunning: Dunning; reason: string },
  now: Date,
): Promise<void> {
  await cancelSubscriptionIn(ctx, trx, subscription, { when: 'now', reason });
  await endDunning(trx, dunning, 'canceled', now);
  const details = { stopped: reason === 'stopped-at-bank' };
  await queueNotice(ctx, trx, { ...keyOf(dunning), kind: 'canceled', channel: 'email', details }, now);
}

function keyOf({ subscriptionId, number }: BillingPeriodKey): BillingPeriodKey {
  return { subscriptionId, number };
}
