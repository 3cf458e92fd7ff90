import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { DomainContext } from '../context.server.ts';
import { createInvoice } from '../invoices/index.server.ts';
import { leadById } from '../leads/index.server.ts';
import { openOrder, type Order, orderById } from '../orders/index.server.ts';
import type { Recurrence } from '../recurrences/index.ts';
import { setBill, type TakenCycle } from '../recurrences/index.server.ts';
import { sessionById } from '../sessions/index.server.ts';

export type RenewalFailure = 'plan-not-found' | 'order-gone';

/**
 * The order and the bill of a cycle: what the consent says, at the price that was agreed to, for the same buyer. Made
 * once per cycle; a charge that has to be begun again pays the same order.
 */
export async function renewalOrder(
  ctx: DomainContext,
  recurrence: Recurrence,
  { cycle, dueOn, orderId }: TakenCycle,
): Promise<Result<Order, RenewalFailure>> {
  if (orderId !== null) {
    const made = await orderById(ctx.db, orderId);
    return made ? ok(made) : err('order-gone');
  }
  const first = await orderById(ctx.db, recurrence.orderId);
  const [session, lead] = first
    ? await Promise.all([sessionById(ctx.db, first.sessionId), leadById(ctx.db, first.leadId)])
    : [null, null];
  if (!first || !session || !lead) return err('order-gone');
  const opened = await openOrder(ctx, {
    brand: first.brand,
    variant: first.variant,
    business: first.business,
    productCode: first.productCode,
    planId: first.planId,
    market: first.market,
    locale: first.locale,
    flowId: session.flowId,
    link: session.link,
    seller: session.seller,
    source: session.source,
    buyer: {
      name: lead.name,
      email: lead.email,
      phone: lead.phone,
      ...(lead.document ? { document: lead.document } : {}),
    },
    agreed: recurrence.terms.price.amount,
  });
  if (!opened.ok) return opened;
  const invoiceId = await createInvoice(ctx, {
    kind: 'renew',
    sessionId: opened.value.session.id,
    subscriptionId: null,
    description: titleOf(ctx, first),
    dueOn,
  });
  const { order } = opened.value;
  await setBill(ctx.db, { recurrenceId: recurrence.id, cycle }, { orderId: order.id, invoiceId });
  return ok(order);
}

/** What the bill and the buyer's bank call it. */
export function titleOf(ctx: DomainContext, { brand, variant, productCode }: Order): string {
  return ctx.catalog.product(brand, variant, productCode)?.title ?? productCode;
}
