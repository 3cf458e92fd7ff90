import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db, DomainContext } from '../context.server.ts';
import type { Order } from '../orders/index.ts';
import { recordSubscriptionEvent } from '../outbox/index.server.ts';
import { agreementOf } from './agreement.server.ts';
import { moveSubscription } from './move-subscription.server.ts';
import { setMeansIn } from './set-means.server.ts';
import { insertPeriods, periodOfOrder, periodPaidBy, updatePeriod } from './period.repository.server.ts';
import { undoPlanChange } from './undo-plan-change.server.ts';
import { planOfTerm } from './plan-of-term.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';
import type { Subscription, SubscriptionPeriod } from './subscription.types.ts';
import { firstLookAt, termPaidOn } from './term-calendar.ts';

/**
 * An order that pays a term of a subscription is paid: the term is, the subscription goes on (access that was closed opens
 * again), and the next term falls due. Money for a term that another order has paid already goes back. The caller holds the
 * order's lock.
 */
export async function settlePeriod(ctx: DomainContext, trx: Db, order: Order, now: Date): Promise<void> {
  const before = order.subscriptionId ? await lockSubscription(trx, order.subscriptionId) : null;
  const period = before && (await periodPaidBy(trx, order.id));
  if (!before || !period) return;
  if (period.state === 'paid') {
    if (period.orderId !== order.id) await ctx.jobs.send(trx, 'return-second-payment', { orderId: order.id });
    return;
  }
  // Another order of this term may still be payable: it is not for long.
  if (period.orderId !== order.id) await ctx.jobs.send(trx, 'end-charges', { subscriptionId: before.id });
  const subscription = await withMeansOf(ctx, trx, before, order);
  const today = marketDate(now, subscription.market);
  const plan = await planOfTerm(ctx, trx, subscription, order);
  const { anchor, term, next } = termPaidOn(subscription, period, plan, today);
  await updatePeriod(trx, period, {
    state: 'paid',
    order_id: order.id,
    next_try_at: null,
    paid_at: now,
    term_from: term.termFrom,
    term_to: term.termTo,
    anchor_months: term.anchorMonths,
  });
  const details = {
    period: period.number,
    orderId: order.id,
    amount: unitsToJson(order.total),
    dueOn: period.dueOn,
    termTo: term.termTo,
  };
  const moved = await moveSubscription(trx, subscription.id, 'paid', now, details);
  const goesOn = moved !== null && moved.state !== 'canceled' && subscription.cancelsOn === null;
  await trx
    .updateTable('subscriptions')
    .set({
      anchor,
      term_from: term.termFrom,
      term_to: term.termTo,
      plan_id: plan.planId,
      amount: plan.price.amount,
      period_months: plan.periodMonths,
      next_charge_on: goesOn ? next.termFrom : null,
      ...(subscription.cancelsOn === null ? {} : { cancels_on: addDays(term.termTo, 1) }),
      ...(subscription.next?.planId === plan.planId
        ? { next_plan_id: null, next_amount: null, next_period_months: null }
        : {}),
    })
    .where('id', '=', subscription.id)
    .execute();
  if (goesOn) {
    const nextTryAt = firstLookAt(next.termFrom, subscription.means.kind, subscription.market);
    const due = { subscriptionId: subscription.id, number: period.number + 1, state: 'due', orderId: null } as const;
    await insertPeriods(trx, [{ ...next, ...due, nextTryAt }], now);
  }
  await recordSubscriptionEvent(trx, subscription.id, 'subscription-renewed', String(period.number), details, now);
}

/** A means that was given with this payment, and with words of its own for the terms to come, charges them from now on. */
async function withMeansOf(ctx: DomainContext, trx: Db, before: Subscription, order: Order): Promise<Subscription> {
  const { means } = await agreementOf(trx, order, null);
  if (means.kind !== 'profile' || before.cancelsOn !== null) return before;
  const set = await setMeansIn(ctx, trx, before, means);
  return set.ok ? { ...before, means } : before;
}

/**
 * The money of a term did not come: it waits for whoever keeps the schedule of retries (`retryPeriodAt`), and the
 * subscription is past due. Nothing happens when it was paid or given up meanwhile. The caller holds no lock but, at most,
 * the order's.
 */
export async function failPeriod(
  trx: Db,
  of: Pick<SubscriptionPeriod, 'subscriptionId' | 'number'>,
  reason: string,
  now: Date,
): Promise<boolean> {
  if (!(await lockSubscription(trx, of.subscriptionId))) return false;
  const failed = await trx
    .updateTable('subscription_periods')
    .set({ state: 'failed', next_try_at: null })
    .where('subscription_id', '=', of.subscriptionId)
    .where('number', '=', of.number)
    .where('state', '=', 'charging')
    .returning(['due_on', 'order_id'])
    .executeTakeFirst();
  if (!failed) return false;
  const details = { period: of.number, dueOn: failed.due_on, reason, orderId: failed.order_id };
  await moveSubscription(trx, of.subscriptionId, 'charge-failed', now, details);
  return true;
}

/** The charge of a term ended before the term's day: it is asked for again at once, by what the subscription has then. */
export async function returnPeriod(
  trx: Db,
  of: Pick<SubscriptionPeriod, 'subscriptionId' | 'number'>,
  now: Date,
): Promise<boolean> {
  const subscription = await lockSubscription(trx, of.subscriptionId);
  if (!subscription) return false;
  const returned = await trx
    .updateTable('subscription_periods')
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
export async function followConsent(ctx: DomainContext, trx: Db, orderId: string, recurrenceId: string): Promise<void> {
  const row = await trx
    .selectFrom('subscription_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_periods.subscription_id')
    .innerJoin('recurrences', (join) => join.on('recurrences.id', '=', recurrenceId))
    .select(['subscriptions.id', 'subscriptions.recurrence_id', 'recurrences.state'])
    .where('subscription_periods.order_id', '=', orderId)
    .executeTakeFirst();
  const subscription = row && (await lockSubscription(trx, row.id));
  if (!row || !subscription) return;
  if (row.state === 'approved') await setMeansIn(ctx, trx, subscription, { kind: 'consent', recurrenceId });
  else if (row.recurrence_id === recurrenceId) await setMeansIn(ctx, trx, subscription, { kind: 'bill' });
}

/**
 * All of an order went back. The subscription that it began, or whose term it paid, is over: the buyer went back on it, or
 * their bank did. One whose plan it changed has the plan that it had. The caller holds the order's lock.
 */
export async function endByRefund(ctx: DomainContext, trx: Db, order: Order, now: Date): Promise<void> {
  await undoPlanChange(ctx, trx, order, now);
  const id = (await periodOfOrder(trx, order.id))?.subscriptionId ?? (await unpaidBegunBy(trx, order.id));
  const moved = id === null ? null : await moveSubscription(trx, id, 'canceled', now, { reason: 'refunded' });
  if (id === null || !moved?.moved) return;
  await trx.updateTable('subscriptions').set({ cancel_reason: 'refunded' }).where('id', '=', id).execute();
  await forgiveOwed(ctx, trx, id);
}

/**
 * An order that began free time pays no term of it: what was paid was beside it, and what went back ends the plan only
 * while none of its own terms is paid.
 */
async function unpaidBegunBy(trx: Db, orderId: string): Promise<string | null> {
  const begun = await trx.selectFrom('subscriptions').select('id').where('order_id', '=', orderId).executeTakeFirst();
  if (!begun) return null;
  // First the lock, then the question: a term may be paid at this moment.
  await lockSubscription(trx, begun.id);
  const paid = await trx
    .selectFrom('subscription_periods')
    .select('number')
    .where('subscription_id', '=', begun.id)
    .where('state', '=', 'paid')
    .executeTakeFirst();
  return paid ? null : begun.id;
}

/** Nothing more is asked for: what is owed is given up, and whatever could still take its money is taken back by a job. */
export async function forgiveOwed(ctx: DomainContext, trx: Db, subscriptionId: string): Promise<void> {
  await trx
    .updateTable('subscription_periods')
    .set({ state: 'forgiven', next_try_at: null })
    .where('subscription_id', '=', subscriptionId)
    .where('state', 'in', ['due', 'charging', 'failed'])
    .execute();
  await ctx.jobs.send(trx, 'end-charges', { subscriptionId });
}
