import type { Db, DomainContext } from '../context.server.ts';
import { queueMessage } from '../messages/index.server.ts';
import { closeOrder, lockOrder, type Order } from '../orders/index.server.ts';
import { isOpen } from '../payments/index.ts';
import { type AttemptRow, attemptsOfOrder, stateOf } from '../payments/index.server.ts';
import {
  lockSubscription,
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
  return { subscription, period, order, attempts: order ? await attemptsOfOrder(trx, order.id) : [] };
}

/** Whether money for the term may be on its way already. */
export function isBusy({ attempts }: Pick<HeldPeriod, 'attempts'>): boolean {
  return attempts.some((attempt) => isOpen(stateOf(attempt)) && !attempt.superseded);
}

/**
 * The order of a held term: the one that it has, or a new one when it has none or that is for a plan which its buyer looked
 * at and left. Null (and said to the log) when nobody can make one.
 */
export async function orderOfPeriod(ctx: DomainContext, trx: Db, held: HeldPeriod): Promise<Order | null> {
  const { subscription, period } = held;
  const planId = subscription.next?.planId ?? subscription.planId;
  if (held.order?.planId === planId || held.order?.state === 'partly-paid') return held.order;
  if (held.order) await closeOrder(trx, held.order.id);
  const opened = await openPeriodOrder(ctx, trx, subscription, period);
  if (!opened.ok) {
    ctx.log.error('renewal-not-opened', { subscriptionId: subscription.id, reason: opened.error });
    return null;
  }
  const { order, invoiceId } = opened.value;
  if (period.invoiceId !== null) await cancelInvoice(ctx, trx, period.invoiceId);
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
