import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { queueEmail } from '../../messaging/emails/index.server.ts';
import { agreedOrderAmount, closeOrder, lockOrder, type Order } from '../../orders/index.server.ts';
import { isOpen } from '../../payments/index.ts';
import { type AttemptRow, attemptsOfOrder, cancelOpenAttempts } from '../../payments/index.server.ts';
import {
  lockSubscription,
  owedPrice,
  periodByKey,
  type Subscription,
  type BillingPeriod,
  updatePeriod,
} from '../subscriptions/index.server.ts';
import { cancelInvoice } from '../invoices/index.server.ts';
import { createPeriodOrder } from './period-order.server.ts';

export type BillingPeriodKey = Pick<BillingPeriod, 'subscriptionId' | 'number'>;

/** A billing period that is locked until the transaction ends, with everything that decides how it is charged. */
export interface LockedPeriod {
  readonly subscription: Subscription;
  readonly period: BillingPeriod;
  /** The order that pays it, while that can still be paid; with all its attempts. */
  readonly order: Order | null;
  /** What that order was written for, minor units, without late fees; 0 without an order. */
  readonly invoicedAmount: bigint;
  readonly attempts: readonly AttemptRow[];
}

/** A billing period as it was when a worker decided to charge it. */
export type PeriodSnapshot = Pick<BillingPeriod, 'subscriptionId' | 'number' | 'orderId' | 'state' | 'tries'>;

/**
 * Reads a billing period under the locks of its order and its subscription, in this order. Null when it is no longer owed, or
 * differs from the snapshot: another process has worked on it meanwhile.
 */
export async function lockPeriod(trx: Db, snapshot: PeriodSnapshot): Promise<LockedPeriod | null> {
  const locked = snapshot.orderId === null ? null : await lockOrder(trx, snapshot.orderId);
  const subscription = await lockSubscription(trx, snapshot.subscriptionId);
  const period = subscription && (await periodByKey(trx, snapshot));
  if (!subscription || !period || period.orderId !== snapshot.orderId) return null;
  if (period.state !== snapshot.state || period.tries !== snapshot.tries) return null;
  if (period.state === 'paid' || period.state === 'waived') return null;
  const order = locked && (locked.state === 'open' || locked.state === 'partly-paid') ? locked : null;
  if (!order) return { subscription, period, order, invoicedAmount: 0n, attempts: [] };
  const [attempts, invoicedAmount] = await Promise.all([
    attemptsOfOrder(trx, order.id),
    agreedOrderAmount(trx, order.id),
  ]);
  return { subscription, period, order, invoicedAmount, attempts };
}

/** Whether money for the billing period may be on its way already. */
export function hasOpenAttempt({ attempts }: Pick<LockedPeriod, 'attempts'>): boolean {
  return attempts.some((attempt) => isOpen(attempt.state) && !attempt.superseded);
}

/** Whether a charge is under way, codes that only wait for their buyer apart: a new payment of the buyer cancels those. */
export function isChargeInFlight({ attempts }: Pick<LockedPeriod, 'attempts'>): boolean {
  return attempts.some((attempt) => isOpen(attempt.state) && !attempt.superseded && attempt.state !== 'awaiting-buyer');
}

/** Whether the order of a billing period is for this plan at this price (minor units), or is paid in part already. */
export function isInvoicedAs({ order, invoicedAmount }: LockedPeriod, planId: string, amount: bigint): boolean {
  return order?.planId === planId && (invoicedAmount === amount || order.received > 0n);
}

/** Whether the order of a locked period is for the plan and price that are agreed to by now. */
export function matchesAgreement(lockedPeriod: LockedPeriod): boolean {
  const { next, planId } = lockedPeriod.subscription;
  return isInvoicedAs(lockedPeriod, next?.planId ?? planId, owedPrice(lockedPeriod.subscription).amount);
}

/** Whether an order that is charged by an instrument has a late fee: charging in time is up to us then, so none is owed. */
function hasLateFeeForInstrument({ subscription, order, invoicedAmount }: LockedPeriod): boolean {
  return subscription.instrument.kind !== 'invoice' && order !== null && order.total !== invoicedAmount;
}

/** Cancels the order and the invoice of a locked period, and every attempt that could still take money for it. */
export async function cancelPeriodOrder(
  ctx: SubscriptionsContext,
  trx: Db,
  { order, period }: LockedPeriod,
): Promise<void> {
  if (order) {
    await cancelOpenAttempts(ctx, trx, order.id);
    await closeOrder(trx, order.id);
  }
  if (period.invoiceId !== null) await cancelInvoice(trx, period.invoiceId, ctx.clock.now());
}

/**
 * The order of a locked period: the one that it has, or a new one where it has none, or where its order is for another plan or
 * price than is agreed to by now, or has a late fee that an instrument must not pay. Null (and logged) when none can be made.
 * The caller has seen that no money is on its way for the present order.
 */
export async function orderOfPeriod(
  ctx: SubscriptionsContext,
  trx: Db,
  lockedPeriod: LockedPeriod,
): Promise<Order | null> {
  const { subscription, period } = lockedPeriod;
  if (
    lockedPeriod.order &&
    (lockedPeriod.order.state === 'partly-paid' ||
      (matchesAgreement(lockedPeriod) && !hasLateFeeForInstrument(lockedPeriod)))
  )
    return lockedPeriod.order;
  const opened = await createPeriodOrder(ctx, trx, subscription, period);
  if (!opened.ok) {
    ctx.log.error('renewal-order-failed', { subscriptionId: subscription.id, reason: opened.error });
    return null;
  }
  const { order, invoiceId } = opened.value;
  await cancelPeriodOrder(ctx, trx, lockedPeriod);
  await updatePeriod(trx, period, { order_id: order.id, invoice_id: invoiceId });
  return order;
}

/** Queues the e-mail that asks the buyer to pay the order of a period, once per order. */
export async function queueInvoiceEmail(ctx: SubscriptionsContext, trx: Db, order: Order): Promise<void> {
  await queueEmail(ctx, trx, order.id, 'renewal-due', '');
}
