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
 * Opens the order and the invoice of the billing period that a subscription owes next, or finds the present ones by the
 * period's natural key, so that page, API and worker pay one order.
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
  let invoiced = await invoicePeriod(ctx, subscriptionId, planId);
  // Another request opened the invoice at this moment: it exists now.
  if (!invoiced.ok && invoiced.error === 'charge-under-way')
    invoiced = await invoicePeriod(ctx, subscriptionId, planId);
  if (!invoiced.ok) return err(invoiced.error === 'nothing-owed' ? 'not-possible' : invoiced.error);
  const { orderId, invoiceId } = invoiced.value;
  // Where the period was paid in between, the one after it was invoiced, which was not asked for.
  const paying = await periodOfOrder(ctx.db, orderId);
  if (period !== undefined && paying?.number !== period) return err('changed');
  const invoice = await invoiceWithLink(ctx, orderId, invoiceId);
  // The price was changed in between: nothing is lost, and the buyer is shown the new one.
  return shownAmount !== undefined && invoice.total < shownAmount ? err('changed') : ok(invoice);
}

/** Whether the next billing period is paid for already: one period is paid ahead, not two. */
export function isPrepaid(
  { clock }: Pick<SubscriptionsContext, 'clock'>,
  { periodStart, market }: Subscription,
): boolean {
  return periodStart > marketDate(clock.now(), market);
}

/** An invoice with the secret of the link by which it is paid. Throws for an unknown order. */
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
