import { sql } from 'kysely';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { cancelInvoicesOf } from '../invoices/index.server.ts';
import { agreedOrderAmount, closeOrder, lockOrder, orderById } from '../../orders/index.server.ts';
import { cancelOpenAttempts, refundOrder } from '../../payments/index.server.ts';
import { lockSession } from '../../checkout/sessions/index.server.ts';
import { applySubscriptionEvent, owedPeriod, subscriptionById } from '../subscriptions/index.server.ts';
import { endMandate } from './follow-mandates.server.ts';
import {
  cancelPeriodOrder,
  cancelInvoice,
  type LockedPeriod,
  lockPeriod,
  matchesAgreement,
  isChargeInFlight,
  orderOfPeriod,
  queueInvoiceEmail,
} from './lock-period.server.ts';

/** Thrown so that the job is tried again: the consent's gateway has not confirmed its end yet. */
export class MandateNotEnded extends Error {}

/** Thrown so that the job is tried again: money for a bill that is not agreed to any more may be on its way. */
export class ChargeInProgress extends Error {}

/**
 * Takes back whatever could still take money for a subscription that wants none: the order and the bill of a term that was
 * given up, is paused, was paid by another order, or costs something else by now; and, of one that ends, the standing
 * consent. Safe to repeat; does nothing to one that goes on as it was billed.
 */
export async function cancelOpenCharges(ctx: SubscriptionsContext, subscriptionId: string): Promise<void> {
  // First: whoever pays such a bill just now makes an order for it, which is then found below.
  await cancelInvoicesOfClosedOrders(ctx, subscriptionId);
  const orders = await ctx.db
    .selectFrom('billing_periods')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.subscription_id', '=', 'billing_periods.subscription_id')
        .onRef('orders.billing_period_number', '=', 'billing_periods.number'),
    )
    .select('orders.id')
    .where('billing_periods.subscription_id', '=', subscriptionId)
    .where('orders.state', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('billing_periods.state', 'in', ['waived', 'paid']),
        eb.and([eb('billing_periods.state', '=', 'due'), eb('billing_periods.next_try_at', 'is', null)]),
      ]),
    )
    .execute();
  for (const { id } of orders)
    await transaction(ctx.db, async (trx) => {
      const order = await lockOrder(trx, id);
      if (order?.state !== 'open') return;
      await cancelOpenAttempts(ctx, trx, id);
      await closeOrder(trx, id);
      await cancelInvoicesOf(ctx, trx, order.sessionId);
    });
  await replaceOutdatedOrder(ctx, subscriptionId);
  const subscription = await subscriptionById(ctx, subscriptionId);
  const isEnding = subscription?.state === 'canceled' || (subscription?.cancelsOn ?? null) !== null;
  if (!isEnding || subscription?.instrument.kind !== 'mandate') return;
  await endUnusedMandate(ctx, subscription.instrument.mandateId);
}

/** Calls off the bills of terms that are wanted no more whose orders were undone: such a bill still stands by itself. */
async function cancelInvoicesOfClosedOrders(ctx: SubscriptionsContext, subscriptionId: string): Promise<void> {
  const bills = await ctx.db
    .selectFrom('billing_periods as period')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.subscription_id', '=', 'period.subscription_id')
        .onRef('orders.billing_period_number', '=', 'period.number'),
    )
    .innerJoin('invoices', 'invoices.session_id', 'orders.session_id')
    .select(['invoices.id', 'orders.session_id'])
    .distinct()
    .where('period.subscription_id', '=', subscriptionId)
    .where('orders.state', '=', 'closed')
    .where('invoices.canceled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('period.state', '=', 'waived'),
        eb.and([eb('period.state', '=', 'due'), eb('period.next_try_at', 'is', null)]),
        // The bill by which it was paid stays.
        eb.and([eb('period.state', '=', 'paid'), sql<boolean>`period.invoice_id is distinct from invoices.id`]),
      ]),
    )
    .execute();
  for (const { id, session_id: sessionId } of bills)
    await transaction(ctx.db, async (trx) => {
      await lockSession(trx, sessionId);
      await cancelInvoice(ctx, trx, id);
    });
}

/**
 * The bill of the owed term is called off where that costs something else by now. Before it was asked for, the next one who
 * wants it writes another; afterwards a new one takes its place at once.
 */
async function replaceOutdatedOrder(ctx: SubscriptionsContext, subscriptionId: string): Promise<void> {
  const snapshot = await owedPeriod(ctx.db, subscriptionId);
  if (snapshot === null || snapshot.orderId === null) return;
  await transaction(ctx.db, async (trx) => {
    const locked = await lockPeriod(trx, snapshot);
    if (locked && !locked.order) return cancelClosedOrderInvoice(ctx, trx, locked);
    if (!locked?.order || locked.order.received > 0n || matchesAgreement(locked)) return;
    if (isChargeInFlight(locked)) throw new ChargeInProgress(`Order ${locked.order.id}`);
    if (locked.period.state === 'due') return cancelPeriodOrder(ctx, trx, locked);
    const order = await orderOfPeriod(ctx, trx, locked);
    if (order && locked.subscription.instrument.kind === 'invoice') await queueInvoiceEmail(ctx, trx, order);
  });
}

/** The same of a bill whose order was undone: what was agreed to then is what that order was for. */
async function cancelClosedOrderInvoice(ctx: SubscriptionsContext, trx: Db, locked: LockedPeriod): Promise<void> {
  const order = locked.period.orderId === null ? null : await orderById(trx, locked.period.orderId);
  if (!order) return;
  const invoicedAmount = await agreedOrderAmount(trx, order.id);
  if (!matchesAgreement({ ...locked, order: { ...order, received: 0n }, invoicedAmount }))
    await cancelPeriodOrder(ctx, trx, locked);
}

/** Ends a consent by which nothing is charged any more, at its gateway. Safe to repeat; throws until that has confirmed. */
export async function endUnusedMandate(ctx: SubscriptionsContext, mandateId: string): Promise<void> {
  if ((await endMandate(ctx, mandateId)) === 'not-confirmed') throw new MandateNotEnded(`Consent ${mandateId}`);
}

/** Ends the subscriptions whose buyers ended them for the end of a term that is over now. Returns how many. */
export async function cancelSubscriptionsAtPeriodEnd(ctx: SubscriptionsContext, limit = 500): Promise<number> {
  const now = ctx.clock.now();
  // Markets' days begin apart: each is looked at again in its own.
  const rows = await ctx.db
    .selectFrom('subscriptions')
    .select(['id', 'market', 'cancels_on', 'cancel_reason'])
    .where('cancels_on', '<=', addDays(marketDate(now, 'MZ'), 1))
    .where('state', '<>', 'canceled')
    .orderBy('cancels_on')
    .limit(limit)
    .execute();
  let ended = 0;
  for (const { id, cancel_reason: reason } of rows) {
    await transaction(ctx.db, async (trx) => {
      const subscription = await subscriptionById({ db: trx }, id);
      const isOver = subscription?.cancelsOn && subscription.cancelsOn <= marketDate(now, subscription.market);
      if (!isOver) return;
      const details = { cancelsOn: subscription.cancelsOn, ...(reason === null ? {} : { reason }) };
      const moved = await applySubscriptionEvent(trx, id, 'canceled', now, details);
      if (moved) ended += 1;
    });
  }
  return ended;
}

/** Gives back money that came for a term which another order had paid already. Once, whatever runs twice. */
export async function refundDuplicatePayment(ctx: SubscriptionsContext, orderId: string): Promise<void> {
  const order = await orderById(ctx.db, orderId);
  if (!order) return;
  const left = order.received - order.returned;
  // A part of it may have gone back before, for another reason.
  if (left > 0n) await refundOrder(ctx, orderId, 'all', `second-${orderId}`, 'term-paid-twice');
}
