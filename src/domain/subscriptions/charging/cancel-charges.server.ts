import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { cancelInvoice, cancelInvoicesOf } from '../invoices/index.server.ts';
import { agreedOrderAmount, closeOrder, lockOrder, orderById } from '../../orders/index.server.ts';
import { cancelOpenAttempts, refundOrder } from '../../payments/index.server.ts';
import { lockSession } from '../../checkout/sessions/index.server.ts';
import {
  applySubscriptionEvent,
  invoicesOfUnchargedPeriods,
  openOrdersOfUnchargedPeriods,
  owedPeriod,
  subscriptionById,
  subscriptionsToCancel,
} from '../subscriptions/index.server.ts';
import { endMandate } from './follow-mandates.server.ts';
import {
  cancelPeriodOrder,
  type LockedPeriod,
  lockPeriod,
  matchesAgreement,
  isChargeInFlight,
  orderOfPeriod,
  queueInvoiceEmail,
} from './lock-period.server.ts';

/** Thrown so that the job is tried again: the gateway has not confirmed the end of the mandate yet. */
export class MandateNotEnded extends Error {}

/** Thrown so that the job is tried again: money for an outdated invoice may be on its way. */
export class ChargeInProgress extends Error {}

/**
 * Cancels whatever could still take money that is not owed: the order and the invoice of a billing period that was waived, is
 * paused, was paid by another order, or costs something else by now; and the mandate of a subscription that ends. Safe to
 * repeat; changes nothing of a period that is charged as it was invoiced.
 */
export async function cancelOpenCharges(ctx: SubscriptionsContext, subscriptionId: string): Promise<void> {
  // First: a payment of such an invoice at this moment makes an order for it, which is then found below.
  await cancelInvoicesOfClosedOrders(ctx, subscriptionId);
  for (const id of await openOrdersOfUnchargedPeriods(ctx.db, subscriptionId))
    await transaction(ctx.db, async (trx) => {
      const order = await lockOrder(trx, id);
      if (order?.state !== 'open') return;
      await cancelOpenAttempts(ctx, trx, id);
      await closeOrder(trx, id);
      await cancelInvoicesOf(trx, order.sessionId, ctx.clock.now());
    });
  await replaceOutdatedOrder(ctx, subscriptionId);
  const subscription = await subscriptionById(ctx, subscriptionId);
  const isEnding = subscription?.state === 'canceled' || (subscription?.cancelsOn ?? null) !== null;
  if (!isEnding || subscription?.instrument.kind !== 'mandate') return;
  await endUnusedMandate(ctx, subscription.instrument.mandateId);
}

/** Cancels invoices of periods that are not to be charged, whose orders were closed. */
async function cancelInvoicesOfClosedOrders(ctx: SubscriptionsContext, subscriptionId: string): Promise<void> {
  for (const { id, sessionId } of await invoicesOfUnchargedPeriods(ctx.db, subscriptionId))
    await transaction(ctx.db, async (trx) => {
      await lockSession(trx, sessionId);
      await cancelInvoice(trx, id, ctx.clock.now());
    });
}

/**
 * Cancels the invoice of the owed billing period where that costs something else by now. Before the period is charged, the next
 * charge writes another invoice; afterwards a new one replaces it at once.
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

/** Cancels an outdated invoice whose order was closed: what it was for is read from that order. */
async function cancelClosedOrderInvoice(ctx: SubscriptionsContext, trx: Db, locked: LockedPeriod): Promise<void> {
  const order = locked.period.orderId === null ? null : await orderById(trx, locked.period.orderId);
  if (!order) return;
  const invoicedAmount = await agreedOrderAmount(trx, order.id);
  if (!matchesAgreement({ ...locked, order: { ...order, received: 0n }, invoicedAmount }))
    await cancelPeriodOrder(ctx, trx, locked);
}

/** Ends a mandate that is no longer used, at its gateway. Safe to repeat; throws until the gateway has confirmed. */
export async function endUnusedMandate(ctx: SubscriptionsContext, mandateId: string): Promise<void> {
  if ((await endMandate(ctx, mandateId)) === 'not-confirmed') throw new MandateNotEnded(`Mandate ${mandateId}`);
}

/** Cancels the subscriptions whose scheduled day of cancellation has come. Returns how many. */
export async function cancelSubscriptionsAtPeriodEnd(ctx: SubscriptionsContext, limit = 500): Promise<number> {
  const now = ctx.clock.now();
  // Days of the markets begin at different instants: each subscription is checked again in its own.
  const due = await subscriptionsToCancel(ctx.db, addDays(marketDate(now, 'MZ'), 1), limit);
  let canceled = 0;
  for (const { id, reason } of due) {
    await transaction(ctx.db, async (trx) => {
      const subscription = await subscriptionById({ db: trx }, id);
      const isOver = subscription?.cancelsOn && subscription.cancelsOn <= marketDate(now, subscription.market);
      if (!isOver) return;
      const details = { cancelsOn: subscription.cancelsOn, ...(reason === null ? {} : { reason }) };
      const moved = await applySubscriptionEvent(trx, id, 'canceled', now, details);
      if (moved) canceled += 1;
    });
  }
  return canceled;
}

/** Refunds money that came for a billing period which another order had paid already. Once, whatever runs twice. */
export async function refundDuplicatePayment(ctx: SubscriptionsContext, orderId: string): Promise<void> {
  const order = await orderById(ctx.db, orderId);
  if (!order) return;
  const left = order.received - order.returned;
  // A part of it may have been refunded before, for another reason.
  if (left > 0n) await refundOrder(ctx, orderId, 'all', `second-${orderId}`, 'term-paid-twice');
}
