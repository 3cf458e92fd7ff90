import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { queueEmail } from '../../messaging/emails/index.server.ts';
import { agreedOrderAmount, closeOrder, lockOrder, type Order } from '../../orders/index.server.ts';
import { isOpen } from '../../payments/index.ts';
import { type AttemptRow, attemptsOfOrder, cancelOpenAttempts, stateOf } from '../../payments/index.server.ts';
import {
  lockSubscription,
  owedPrice,
  periodByKey,
  type Subscription,
  type BillingPeriod,
  updatePeriod,
} from '../subscriptions/index.server.ts';
import { createPeriodOrder } from './period-order.server.ts';

export type BillingPeriodKey = Pick<BillingPeriod, 'subscriptionId' | 'number'>;

/** A term that its worker has for itself until the transaction ends, with all that decides what is done with it. */
export interface LockedPeriod {
  readonly subscription: Subscription;
  readonly period: BillingPeriod;
  /** The order that pays it, while that can still be paid; with all its attempts. */
  readonly order: Order | null;
  /** What that order was written for, minor units, without what being late has added; 0 without an order. */
  readonly invoicedAmount: bigint;
  readonly attempts: readonly AttemptRow[];
}

/** A term as it was when somebody decided to work on it. */
export type PeriodSnapshot = Pick<BillingPeriod, 'subscriptionId' | 'number' | 'orderId' | 'state' | 'tries'>;

/**
 * Reads a term under the locks of its order and its subscription, in this order. Null when it is owed no more, or is not
 * as it was seen: somebody else has worked on it meanwhile, and goes on with it.
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

/** Whether money for the term may be on its way already. */
export function hasOpenAttempt({ attempts }: Pick<LockedPeriod, 'attempts'>): boolean {
  return attempts.some((attempt) => isOpen(stateOf(attempt)) && !attempt.superseded);
}

/** The same, without codes that only wait for their buyer: those are taken back where it is the buyer who wishes otherwise. */
export function isChargeInFlight({ attempts }: Pick<LockedPeriod, 'attempts'>): boolean {
  return attempts.some(
    (attempt) => isOpen(stateOf(attempt)) && !attempt.superseded && attempt.state !== 'awaiting-buyer',
  );
}

/** Whether the order of a term is for this plan at this price (minor units), or has brought a part of its money already. */
export function isInvoicedAs({ order, invoicedAmount }: LockedPeriod, planId: string, amount: bigint): boolean {
  return order?.planId === planId && (invoicedAmount === amount || order.received > 0n);
}

/** Whether the order of a held term is for what is agreed to for that term by now. */
export function matchesAgreement(lockedPeriod: LockedPeriod): boolean {
  const { next, planId } = lockedPeriod.subscription;
  return isInvoicedAs(lockedPeriod, next?.planId ?? planId, owedPrice(lockedPeriod.subscription).amount);
}

/** Whether being late has added to an order that a means is to pay by now: then it is the company's to charge in time. */
function hasLateFeeForInstrument({ subscription, order, invoicedAmount }: LockedPeriod): boolean {
  return subscription.instrument.kind !== 'invoice' && order !== null && order.total !== invoicedAmount;
}

/** Calls the order and the bill of a held term off: whatever could still take money for it is taken back. */
export async function cancelPeriodOrder(
  ctx: SubscriptionsContext,
  trx: Db,
  { order, period }: LockedPeriod,
): Promise<void> {
  if (order) {
    await cancelOpenAttempts(ctx, trx, order.id);
    await closeOrder(trx, order.id);
  }
  if (period.invoiceId !== null) await cancelInvoice(ctx, trx, period.invoiceId);
}

/**
 * The order of a held term: the one that it has, or a new one when it has none, or one for a plan which its buyer looked at
 * and left, or for a price that is not the agreed one any more, or with what being late added where a means pays by now. Null (and said to the log) when nobody can make one. The
 * caller has seen that no money is on its way for the one that it has.
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

/** Asks the buyer by a letter to pay an order of a term, once per order. */
export async function queueInvoiceEmail(ctx: SubscriptionsContext, trx: Db, order: Order): Promise<void> {
  await queueEmail(ctx, trx, order.id, 'renewal-due', '');
}

export async function cancelInvoice(ctx: SubscriptionsContext, trx: Db, invoiceId: string): Promise<void> {
  await trx.updateTable('invoices').set({ canceled_at: ctx.clock.now() }).where('id', '=', invoiceId).execute();
}
