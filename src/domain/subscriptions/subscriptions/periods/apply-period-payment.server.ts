import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db } from '#src/domain/base-context.server.ts';
import type { SubscriptionsContext } from '../../context.server.ts';
import type { Order } from '#src/domain/orders/index.ts';
import { recordSubscriptionEvent } from '#src/domain/messaging/outbox/index.server.ts';
import { agreementOf } from '../agreement.repository.server.ts';
import { applySubscriptionEvent } from '../apply-subscription-event.server.ts';
import { setInstrumentIn } from '../set-instrument.server.ts';
import {
  hasPaidPeriod,
  insertPeriods,
  periodOfOrder,
  periodPaidBy,
  updatePeriod,
} from './billing-period.repository.server.ts';
import { mandateChangeOfOrder } from './period-orders.repository.server.ts';
import { markOwedPeriodsWaived, markPeriodDueAgain, markPeriodFailed } from './period-state.repository.server.ts';
import { revertPlanChange } from '../revert-plan-change.server.ts';
import { planChangeOfOrder } from '../plan-change.repository.server.ts';
import { planOfPeriod } from './plan-of-period.server.ts';
import { setCancelReason, setPaidPeriod } from '../subscription-changes.repository.server.ts';
import { lockSubscription, subscriptionBegunBy, subscriptionById } from '../subscription.repository.server.ts';
import type { Subscription, BillingPeriod } from '../subscription.types.ts';
import { firstCheckAt, periodPaidOn } from './period-calendar.ts';

/**
 * Applies the payment of an order that pays a billing period: the period is paid, the subscription is active (access that was
 * closed is restored), and the next period is due. Money for a period that another order has paid already is refunded. The
 * caller holds the order's lock.
 */
export async function applyPeriodPayment(ctx: SubscriptionsContext, trx: Db, order: Order, now: Date): Promise<void> {
  const before = order.subscriptionId ? await lockSubscription(trx, order.subscriptionId) : null;
  const period = before && (await periodPaidBy(trx, order.id));
  if (!before || !period) return;
  if (period.state === 'paid') {
    if (period.orderId !== order.id) await ctx.jobs.send(trx, 'refund-duplicate-payment', { orderId: order.id });
    return;
  }
  // Another order of this period may still be payable: a job closes it.
  if (period.orderId !== order.id) await ctx.jobs.send(trx, 'cancel-open-charges', { subscriptionId: before.id });
  const subscription = await withInstrumentOf(ctx, trx, before, order);
  const today = marketDate(now, subscription.market);
  const plan = await planOfPeriod(ctx, trx, subscription, order);
  const { anchor, current, next } = periodPaidOn(subscription, period, plan, today);
  await updatePeriod(trx, period, {
    state: 'paid',
    order_id: order.id,
    next_try_at: null,
    paid_at: now,
    period_start: current.periodStart,
    period_end: current.periodEnd,
    anchor_months: current.anchorMonths,
  });
  const details = {
    period: period.number,
    orderId: order.id,
    amount: unitsToJson(order.total),
    dueOn: period.dueOn,
    periodEnd: current.periodEnd,
  };
  const moved = await applySubscriptionEvent(trx, subscription.id, 'paid', now, details);
  const isContinued = moved !== null && moved.state !== 'canceled' && subscription.cancelsOn === null;
  await setPaidPeriod(trx, subscription.id, {
    ...{ anchor, plan, periodStart: current.periodStart, periodEnd: current.periodEnd },
    nextChargeOn: isContinued ? next.periodStart : null,
    ...(subscription.cancelsOn === null ? {} : { cancelsOn: addDays(current.periodEnd, 1) }),
    hasReachedNextPlan: subscription.next?.planId === plan.planId,
  });
  if (isContinued) {
    const nextTryAt = firstCheckAt(next.periodStart, subscription.instrument.kind, subscription.market);
    const due = { subscriptionId: subscription.id, number: period.number + 1, state: 'due', orderId: null } as const;
    await insertPeriods(trx, [{ ...next, ...due, nextTryAt }], now);
  }
  await recordSubscriptionEvent(trx, subscription.id, 'subscription-renewed', String(period.number), details, now);
}

/** Sets the instrument of this payment for the next periods too, where the buyer agreed to that in words of their own. */
async function withInstrumentOf(
  ctx: SubscriptionsContext,
  trx: Db,
  before: Subscription,
  order: Order,
): Promise<Subscription> {
  const { instrument } = await agreementOf(trx, order, null);
  if (instrument.kind !== 'profile' || before.cancelsOn !== null) return before;
  const set = await setInstrumentIn(ctx, trx, before, instrument);
  return set.ok ? { ...before, instrument } : before;
}

/**
 * Marks a billing period whose charge failed: it waits for dunning (`retryPeriodAt`), and the subscription is past due. Does
 * nothing when the period was paid or waived meanwhile. The caller holds no lock but, at most, the order's.
 */
export async function failPeriod(
  trx: Db,
  of: Pick<BillingPeriod, 'subscriptionId' | 'number'>,
  reason: string,
  now: Date,
): Promise<boolean> {
  if (!(await lockSubscription(trx, of.subscriptionId))) return false;
  const failed = await markPeriodFailed(trx, of);
  if (!failed) return false;
  const details = { period: of.number, dueOn: failed.dueOn, reason, orderId: failed.orderId };
  await applySubscriptionEvent(trx, of.subscriptionId, 'charge-failed', now, details);
  return true;
}

/** Makes a billing period due at once whose charge ended before its day: it is charged by the current instrument. */
export async function requeuePeriod(
  trx: Db,
  of: Pick<BillingPeriod, 'subscriptionId' | 'number'>,
  now: Date,
): Promise<boolean> {
  const subscription = await lockSubscription(trx, of.subscriptionId);
  return subscription !== null && markPeriodDueAgain(trx, of, { today: marketDate(now, subscription.market), now });
}

/**
 * Applies a mandate that was approved or has ended: the subscription of the order with which it was requested is charged by it
 * from now on, or by invoice. The caller holds the order's lock.
 */
export async function applyMandateState(
  ctx: SubscriptionsContext,
  trx: Db,
  orderId: string,
  mandateId: string,
): Promise<void> {
  const change = await mandateChangeOfOrder(trx, orderId, mandateId);
  const subscription = change && (await lockSubscription(trx, change.subscriptionId));
  if (!change || !subscription) return;
  if (change.state === 'approved') await setInstrumentIn(ctx, trx, subscription, { kind: 'mandate', mandateId });
  else if (change.currentMandateId === mandateId) await setInstrumentIn(ctx, trx, subscription, { kind: 'invoice' });
}

/**
 * Applies the full refund (or dispute) of an order: the subscription that it began, or whose billing period it paid, is
 * canceled; one whose plan it changed has its former plan. The caller holds the order's lock.
 */
export async function cancelByRefund(ctx: SubscriptionsContext, trx: Db, order: Order, now: Date): Promise<void> {
  await revertPlanChange(ctx, trx, order, now);
  const id =
    (await periodOfOrder(trx, order.id))?.subscriptionId ?? (await subscriptionWithoutPaidPeriod(trx, order.id));
  const moved = id === null ? null : await applySubscriptionEvent(trx, id, 'canceled', now, { reason: 'refunded' });
  if (id === null || !moved?.moved) return;
  await setCancelReason(trx, id, 'refunded');
  await waiveOwedPeriods(ctx, trx, id);
}

/**
 * What the full refund of an order would do to its subscription, by the rule of `cancelByRefund`: nothing is written and nothing
 * is locked. `none`: it has none, or that one is canceled already.
 */
export async function subscriptionEffectOfRefund(db: Db, orderId: string): Promise<'ends' | 'former-plan' | 'none'> {
  if (await planChangeOfOrder(db, orderId, ['applied'])) return 'former-plan';
  const begun = await subscriptionBegunBy(db, orderId);
  const withoutPaid = begun !== null && !(await hasPaidPeriod(db, begun)) ? begun : null;
  const id = (await periodOfOrder(db, orderId))?.subscriptionId ?? withoutPaid;
  const subscription = id === null ? null : await subscriptionById({ db }, id);
  return subscription !== null && subscription.state !== 'canceled' ? 'ends' : 'none';
}

/**
 * The subscription that an order began with a trial, while none of its periods is paid. Such an order pays no period of it:
 * its refund ends the plan only until the first of them is paid.
 */
async function subscriptionWithoutPaidPeriod(trx: Db, orderId: string): Promise<string | null> {
  const id = await subscriptionBegunBy(trx, orderId);
  if (id === null) return null;
  // Read under the lock: a period may be paid at this moment.
  await lockSubscription(trx, id);
  return (await hasPaidPeriod(trx, id)) ? null : id;
}

/** Waives every owed billing period; a job closes the orders and invoices that could still take money for them. */
export async function waiveOwedPeriods(ctx: SubscriptionsContext, trx: Db, subscriptionId: string): Promise<void> {
  await markOwedPeriodsWaived(trx, subscriptionId);
  await ctx.jobs.send(trx, 'cancel-open-charges', { subscriptionId });
}
