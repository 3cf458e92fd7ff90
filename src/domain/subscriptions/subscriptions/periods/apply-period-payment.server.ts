import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db } from '#src/domain/base-context.server.ts';
import type { SubscriptionsContext } from '../../context.server.ts';
import type { Order } from '#src/domain/orders/index.ts';
import { recordSubscriptionEvent } from '#src/domain/messaging/outbox/index.server.ts';
import { agreementOf } from '../agreement.server.ts';
import { applySubscriptionEvent } from '../apply-subscription-event.server.ts';
import { setInstrumentIn } from '../set-instrument.server.ts';
import { insertPeriods, periodOfOrder, periodPaidBy, updatePeriod } from './billing-period.repository.server.ts';
import { revertPlanChange } from '../revert-plan-change.server.ts';
import { planOfPeriod } from './plan-of-period.server.ts';
import { lockSubscription } from '../subscription.repository.server.ts';
import type { Subscription, BillingPeriod } from '../subscription.types.ts';
import { firstCheckAt, periodPaidOn } from './period-calendar.ts';

/**
 * An order that pays a term of a subscription is paid: the term is, the subscription goes on (access that was closed opens
 * again), and the next term falls due. Money for a term that another order has paid already goes back. The caller holds the
 * order's lock.
 */
export async function applyPeriodPayment(ctx: SubscriptionsContext, trx: Db, order: Order, now: Date): Promise<void> {
  const before = order.subscriptionId ? await lockSubscription(trx, order.subscriptionId) : null;
  const period = before && (await periodPaidBy(trx, order.id));
  if (!before || !period) return;
  if (period.state === 'paid') {
    if (period.orderId !== order.id) await ctx.jobs.send(trx, 'refund-duplicate-payment', { orderId: order.id });
    return;
  }
  // Another order of this term may still be payable: it is not for long.
  if (period.orderId !== order.id) await ctx.jobs.send(trx, 'cancel-open-charges', { subscriptionId: before.id });
  const subscription = await withInstrumentOf(ctx, trx, before, order);
  const today = marketDate(now, subscription.market);
  const plan = await planOfPeriod(ctx, trx, subscription, order);
  const { anchor, term, next } = periodPaidOn(subscription, period, plan, today);
  await updatePeriod(trx, period, {
    state: 'paid',
    order_id: order.id,
    next_try_at: null,
    paid_at: now,
    period_start: term.periodStart,
    period_end: term.periodEnd,
    anchor_months: term.anchorMonths,
  });
  const details = {
    period: period.number,
    orderId: order.id,
    amount: unitsToJson(order.total),
    dueOn: period.dueOn,
    periodEnd: term.periodEnd,
  };
  const moved = await applySubscriptionEvent(trx, subscription.id, 'paid', now, details);
  const goesOn = moved !== null && moved.state !== 'canceled' && subscription.cancelsOn === null;
  await trx
    .updateTable('subscriptions')
    .set({
      anchor,
      period_start: term.periodStart,
      period_end: term.periodEnd,
      plan_id: plan.planId,
      amount: plan.price.amount,
      period_months: plan.periodMonths,
      next_charge_on: goesOn ? next.periodStart : null,
      ...(subscription.cancelsOn === null ? {} : { cancels_on: addDays(term.periodEnd, 1) }),
      ...(subscription.next?.planId === plan.planId
        ? { next_plan_id: null, next_amount: null, next_period_months: null }
        : {}),
    })
    .where('id', '=', subscription.id)
    .execute();
  if (goesOn) {
    const nextTryAt = firstCheckAt(next.periodStart, subscription.instrument.kind, subscription.market);
    const due = { subscriptionId: subscription.id, number: period.number + 1, state: 'due', orderId: null } as const;
    await insertPeriods(trx, [{ ...next, ...due, nextTryAt }], now);
  }
  await recordSubscriptionEvent(trx, subscription.id, 'subscription-renewed', String(period.number), details, now);
}

/** A means that was given with this payment, and with words of its own for the terms to come, charges them from now on. */
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
 * The money of a term did not come: it waits for whoever keeps the schedule of retries (`retryPeriodAt`), and the
 * subscription is past due. Nothing happens when it was paid or given up meanwhile. The caller holds no lock but, at most,
 * the order's.
 */
export async function failPeriod(
  trx: Db,
  of: Pick<BillingPeriod, 'subscriptionId' | 'number'>,
  reason: string,
  now: Date,
): Promise<boolean> {
  if (!(await lockSubscription(trx, of.subscriptionId))) return false;
  const failed = await trx
    .updateTable('billing_periods')
    .set({ state: 'failed', next_try_at: null })
    .where('subscription_id', '=', of.subscriptionId)
    .where('number', '=', of.number)
    .where('state', '=', 'charging')
    .returning(['due_on', 'order_id'])
    .executeTakeFirst();
  if (!failed) return false;
  const details = { period: of.number, dueOn: failed.due_on, reason, orderId: failed.order_id };
  await applySubscriptionEvent(trx, of.subscriptionId, 'charge-failed', now, details);
  return true;
}

/** The charge of a term ended before the term's day: it is asked for again at once, by what the subscription has then. */
export async function requeuePeriod(
  trx: Db,
  of: Pick<BillingPeriod, 'subscriptionId' | 'number'>,
  now: Date,
): Promise<boolean> {
  const subscription = await lockSubscription(trx, of.subscriptionId);
  if (!subscription) return false;
  const returned = await trx
    .updateTable('billing_periods')
    .set({ state: 'due', next_try_at: now })
    .where('subscription_id', '=', of.subscriptionId)
    .where('number', '=', of.number)
    .where('state', '=', 'charging')
    .where('due_on', '>', marketDate(now, subscription.market))
    .returning('number')
    .executeTakeFirst();
  return returned !== undefined;
}

/**
 * A buyer's standing consent was given or has ended: the subscription of the order with which it was asked for is charged by
 * it from now on, or by a bill. The caller holds the order's lock.
 */
export async function applyMandateState(
  ctx: SubscriptionsContext,
  trx: Db,
  orderId: string,
  mandateId: string,
): Promise<void> {
  const row = await trx
    .selectFrom('billing_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'billing_periods.subscription_id')
    .innerJoin('mandates', (join) => join.on('mandates.id', '=', mandateId))
    .select(['subscriptions.id', 'subscriptions.mandate_id', 'mandates.state'])
    .where('billing_periods.order_id', '=', orderId)
    .executeTakeFirst();
  const subscription = row && (await lockSubscription(trx, row.id));
  if (!row || !subscription) return;
  if (row.state === 'approved') await setInstrumentIn(ctx, trx, subscription, { kind: 'mandate', mandateId });
  else if (row.mandate_id === mandateId) await setInstrumentIn(ctx, trx, subscription, { kind: 'invoice' });
}

/**
 * All of an order went back. The subscription that it began, or whose term it paid, is over: the buyer went back on it, or
 * their bank did. One whose plan it changed has the plan that it had. The caller holds the order's lock.
 */
export async function cancelByRefund(ctx: SubscriptionsContext, trx: Db, order: Order, now: Date): Promise<void> {
  await revertPlanChange(ctx, trx, order, now);
  const id = (await periodOfOrder(trx, order.id))?.subscriptionId ?? (await unpaidSubscriptionOf(trx, order.id));
  const moved = id === null ? null : await applySubscriptionEvent(trx, id, 'canceled', now, { reason: 'refunded' });
  if (id === null || !moved?.moved) return;
  await trx.updateTable('subscriptions').set({ cancel_reason: 'refunded' }).where('id', '=', id).execute();
  await waiveOwedPeriods(ctx, trx, id);
}

/**
 * An order that began free time pays no term of it: what was paid was beside it, and what went back ends the plan only
 * while none of its own terms is paid.
 */
async function unpaidSubscriptionOf(trx: Db, orderId: string): Promise<string | null> {
  const begun = await trx.selectFrom('subscriptions').select('id').where('order_id', '=', orderId).executeTakeFirst();
  if (!begun) return null;
  // First the lock, then the question: a term may be paid at this moment.
  await lockSubscription(trx, begun.id);
  const paid = await trx
    .selectFrom('billing_periods')
    .select('number')
    .where('subscription_id', '=', begun.id)
    .where('state', '=', 'paid')
    .executeTakeFirst();
  return paid ? null : begun.id;
}

/** Nothing more is asked for: what is owed is given up, and whatever could still take its money is taken back by a job. */
export async function waiveOwedPeriods(ctx: SubscriptionsContext, trx: Db, subscriptionId: string): Promise<void> {
  await trx
    .updateTable('billing_periods')
    .set({ state: 'waived', next_try_at: null })
    .where('subscription_id', '=', subscriptionId)
    .where('state', 'in', ['due', 'charging', 'failed'])
    .execute();
  await ctx.jobs.send(trx, 'cancel-open-charges', { subscriptionId });
}
