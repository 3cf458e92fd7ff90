import type { Db, DomainContext } from '../context.server.ts';
import { queueMessage } from '../messages/index.server.ts';
import { agreedAmountOf, closeOrder, lockOrder, type Order } from '../orders/index.server.ts';
import { isOpen } from '../payments/index.ts';
import { type AttemptRow, attemptsOfOrder, giveUpOpenAttempts, stateOf } from '../payments/index.server.ts';
import {
  lockSubscription,
  owedPrice,
  periodByKey,
  type Subscription,
  type SubscriptionPeriod,
  updatePeriod,
} from '../subscriptions/index.server.ts';
import { openPeriodOrder } from './period-order.server.ts';

export type PeriodKey = Pick<SubscriptionPeriod, 'subscriptionId' | 'number'>;

/** A term that its worker has for itself until the transaction ends, with all that decides what is done with it. */
export interface HeldPeriod {
  readonly subscription: Subscription;
  readonly period: SubscriptionPeriod;
  /** The order that pays it, while that can still be paid; with all its attempts. */
  readonly order: Order | null;
  /** What that order was written for, minor units, without what being late has added; 0 without an order. */
  readonly billed: bigint;
  readonly attempts: readonly AttemptRow[];
}

/** A term as it was when somebody decided to work on it. */
export type SeenPeriod = Pick<SubscriptionPeriod, 'subscriptionId' | 'number' | 'orderId' | 'state' | 'tries'>;

/**
 * Reads a term under the locks of its order and its subscription, in this order. Null when it is owed no more, or is not
 * as it was seen: somebody else has worked on it meanwhile, and goes on with it.
 */
export async function holdPeriod(trx: Db, seen: SeenPeriod): Promise<HeldPeriod | null> {
  const locked = seen.orderId === null ? null : await lockOrder(trx, seen.orderId);
  const subscription = await lockSubscription(trx, seen.subscriptionId);
  const period = subscription && (await periodByKey(trx, seen));
  if (!subscription || !period || period.orderId !== seen.orderId) return null;
  if (period.state !== seen.state || period.tries !== seen.tries) return null;
  if (period.state === 'paid' || period.state === 'forgiven') return null;
  const order = locked && (locked.state === 'open' || locked.state === 'partly-paid') ? locked : null;
  if (!order) return { subscription, period, order, billed: 0n, attempts: [] };
  const [attempts, billed] = await Promise.all([attemptsOfOrder(trx, order.id), agreedAmountOf(trx, order.id)]);
  return { subscription, period, order, billed, attempts };
}

/** Whether money for the term may be on its way already. */
export function isBusy({ attempts }: Pick<HeldPeriod, 'attempts'>): boolean {
  return attempts.some((attempt) => isOpen(stateOf(attempt)) && !attempt.superseded);
}

/** The same, without codes that only wait for their buyer: those are taken back where it is the buyer who wishes otherwise. */
export function isAsked({ attempts }: Pick<HeldPeriod, 'attempts'>): boolean {
  return attempts.some(
    (attempt) => isOpen(stateOf(attempt)) && !attempt.superseded && attempt.state !== 'awaiting-buyer',
  );
}

/** Whether the order of a term is for this plan at this price (minor units), or has brought a part of its money already. */
export function isBilledAs({ order, billed }: HeldPeriod, planId: string, amount: bigint): boolean {
  return order?.planId === planId && (billed === amount || order.received > 0n);
}

/** Whether the order of a held term is for what is agreed to for that term by now. */
export function isAsAgreed(held: HeldPeriod): boolean {
  const { next, planId } = held.subscription;
  return isBilledAs(held, next?.planId ?? planId, owedPrice(held.subscription).amount);
}

/** Whether being late has added to an order that a means is to pay by now: then it is the company's to charge in time. */
function isLateForMeans({ subscription, order, billed }: HeldPeriod): boolean {
  return subscription.means.kind !== 'bill' && order !== null && order.total !== billed;
}

/** Calls the order and the bill of a held term off: whatever could still take money for it is taken back. */
export async function callOff(ctx: DomainContext, trx: Db, { order, period }: HeldPeriod): Promise<void> {
  if (order) {
    await giveUpOpenAttempts(ctx, trx, order.id);
    await closeOrder(trx, order.id);
  }
  if (period.invoiceId !== null) await cancelInvoice(ctx, trx, period.invoiceId);
}

/**
 * The order of a held term: the one that it has, or a new one when it has none, or one for a plan which its buyer looked at
 * and left, or for a price that is not the agreed one any more, or with what being late added where a means pays by now. Null (and said to the log) when nobody can make one. The
 * caller has seen that no money is on its way for the one that it has.
 */
export async function orderOfPeriod(ctx: DomainContext, trx: Db, held: HeldPeriod): Promise<Order | null> {
  const { subscription, period } = held;
  if (held.order && (held.order.state === 'partly-paid' || (isAsAgreed(held) && !isLateForMeans(held))))
    return held.order;
  const opened = await openPeriodOrder(ctx, trx, subscription, period);
  if (!opened.ok) {
    ctx.log.error('renewal-not-opened', { subscriptionId: subscription.id, reason: opened.error });
    return null;
  }
  const { order, invoiceId } = opened.value;
  await callOff(ctx, trx, held);
  await updatePeriod(trx, period, { order_id: order.id, invoice_id: invoiceId });
  return order;
}

/** Asks the buyer by a letter to pay an order of a term, once per order. */
export async function sendBill(ctx: DomainContext, trx: Db, order: Order): Promise<void> {
  await queueMessage(ctx, trx, order.id, 'renewal-due', '');
}

export async function cancelInvoice(ctx: DomainContext, trx: Db, invoiceId: string): Promise<void> {
  await trx.updateTable('invoices').set({ canceled_at: ctx.clock.now() }).where('id', '=', invoiceId).execute();
}
