import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { DomainContext } from '../context.server.ts';
import { issueCapability } from '../capabilities/index.server.ts';
import { orderById } from '../orders/index.server.ts';
import { billPeriod } from '../renewals/index.server.ts';
import { type DeskBill, type DeskFailure, type DeskWish, subscriptionById } from '../subscriptions/index.server.ts';
import { renewalPrice } from './renewal-offer.ts';

/**
 * Opens the order and the bill of the term that a subscription owes next, or finds those that it has: by its natural key,
 * so that page, call and worker pay one order, whoever comes first.
 */
export async function renew(
  ctx: DomainContext,
  { subscriptionId, planId, shownAmount }: DeskWish,
): Promise<Result<DeskBill, DeskFailure>> {
  const subscription = await subscriptionById(ctx, subscriptionId);
  if (!subscription) return err('not-possible');
  const price = renewalPrice(ctx, subscription, planId);
  if (price === null) return err('plan-not-offered');
  if (shownAmount !== undefined && shownAmount !== price) return err('changed');
  const billed = await billPeriod(ctx, subscriptionId, planId);
  if (!billed.ok) return err(billed.error === 'nothing-owed' ? 'not-possible' : billed.error);
  const { orderId, invoiceId } = billed.value;
  const bill = await billOf(ctx, orderId, invoiceId);
  // Somebody changed what it costs between the look at it and the bill: nothing is lost, and it is said.
  return shownAmount !== undefined && bill.total < shownAmount ? err('changed') : ok(bill);
}

/** A bill with the secret by which it is paid. */
export async function billOf(ctx: DomainContext, orderId: string, invoiceId: string): Promise<DeskBill> {
  const order = await orderById(ctx.db, orderId);
  if (!order) throw new Error(`Order ${orderId} vanished`);
  const token = await issueCapability(ctx, ctx.db, invoiceId);
  const { sessionId, quoteId, total } = order;
  return { kind: 'bill', invoiceId, token, orderId, sessionId, quoteId, total };
}
