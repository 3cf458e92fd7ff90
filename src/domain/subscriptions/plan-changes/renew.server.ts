import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { issueMagicLink } from '../../customers/magic-links/index.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { invoicePeriod } from '../charging/index.server.ts';
import {
  type PlanChangeInvoice,
  type SubscriptionServiceFailure,
  type SubscriptionChangeRequest,
  owedPeriod,
  periodOfOrder,
  type Subscription,
  subscriptionById,
} from '../subscriptions/index.server.ts';
import { renewalPrice } from './renewal-offer.ts';

/**
 * Opens the order and the bill of the term that a subscription owes next, or finds those that it has: by its natural key,
 * so that page, call and worker pay one order, whoever comes first.
 */
export async function renew(
  ctx: SubscriptionsContext,
  { subscriptionId, planId, shownAmount, period }: SubscriptionChangeRequest,
): Promise<Result<PlanChangeInvoice, SubscriptionServiceFailure>> {
  const subscription = await subscriptionById(ctx, subscriptionId);
  if (!subscription || isPrepaid(ctx, subscription)) return err('not-possible');
  const price = renewalPrice(ctx, subscription, planId);
  if (price === null) return err('plan-not-offered');
  if (shownAmount !== undefined && shownAmount !== price) return err('changed');
  const owed = await owedPeriod(ctx.db, subscriptionId);
  if (period !== undefined && owed?.number !== period) return err('changed');
  let billed = await invoicePeriod(ctx, subscriptionId, planId);
  // Another window opened the bill at this moment: it is there now.
  if (!billed.ok && billed.error === 'charge-under-way') billed = await invoicePeriod(ctx, subscriptionId, planId);
  if (!billed.ok) return err(billed.error === 'nothing-owed' ? 'not-possible' : billed.error);
  const { orderId, invoiceId } = billed.value;
  // Paid between the look and the bill, it is the term after it that was billed: nobody asked for that one.
  const paying = await periodOfOrder(ctx.db, orderId);
  if (period !== undefined && paying?.number !== period) return err('changed');
  const bill = await invoiceWithLink(ctx, orderId, invoiceId);
  // Somebody changed what it costs between the look at it and the bill: nothing is lost, and it is said.
  return shownAmount !== undefined && bill.total < shownAmount ? err('changed') : ok(bill);
}

/** The term after this one is paid for already: one term is paid ahead, not two. */
export function isPrepaid(
  { clock }: Pick<SubscriptionsContext, 'clock'>,
  { periodStart, market }: Subscription,
): boolean {
  return periodStart > marketDate(clock.now(), market);
}

/** A bill with the secret by which it is paid. */
export async function invoiceWithLink(
  ctx: SubscriptionsContext,
  orderId: string,
  invoiceId: string,
): Promise<PlanChangeInvoice> {
  const order = await orderById(ctx.db, orderId);
  if (!order) throw new Error(`Order ${orderId} vanished`);
  const token = await issueMagicLink(ctx, ctx.db, invoiceId);
  const { sessionId, quoteId, total } = order;
  return { kind: 'invoice', invoiceId, token, orderId, sessionId, quoteId, total };
}
