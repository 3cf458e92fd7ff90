import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { offeredPlan, owedPeriod, owedPriceOf, updatePeriod } from '../subscriptions/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { cancelPeriodOrder, lockPeriod, isChargeInFlight, isInvoicedAs } from './lock-period.server.ts';
import { createPeriodOrder } from './period-order.server.ts';

/** `nothing-owed`: the subscription has ended, or will. `charge-under-way`: money for the period may be on its way already. */
export type InvoicePeriodFailure = 'nothing-owed' | 'charge-under-way' | 'plan-not-offered';

export interface InvoicedPeriod {
  readonly orderId: string;
  readonly invoiceId: string;
}

/**
 * The order and the invoice of the billing period that a subscription owes next, for its buyer to pay before its day or after:
 * the present ones, or new ones where there are none yet or the buyer wants another plan (`planId`). An invoice that is not
 * paid changes nothing: the period is charged on its day. One that costs something else by now is canceled and written anew,
 * unless its money may be on its way (docs/decisions/0029).
 */
export async function invoicePeriod(
  ctx: SubscriptionsContext,
  subscriptionId: string,
  planId?: string,
): Promise<Result<InvoicedPeriod, InvoicePeriodFailure>> {
  const snapshot = await owedPeriod(ctx.db, subscriptionId);
  if (!snapshot) return err('nothing-owed');
  return inTransaction<InvoicedPeriod, InvoicePeriodFailure>(ctx.db, async (trx) => {
    const locked = await lockPeriod(trx, snapshot);
    if (!locked) return err('charge-under-way');
    const { subscription, period, order } = locked;
    const wanted = planId ?? subscription.next?.planId ?? subscription.planId;
    const agreed = owedPriceOf(subscription, wanted);
    const offered = agreed ? null : offeredPlan(ctx, subscription, wanted);
    const price = agreed ?? offered?.price;
    if (!price) return err('plan-not-offered');
    if (order && period.invoiceId !== null && isInvoicedAs(locked, wanted, price.amount))
      return ok({ orderId: order.id, invoiceId: period.invoiceId });
    // A part that is paid stays with the plan that it was paid for.
    if (isChargeInFlight(locked) || (order !== null && order.received > 0n)) return err('charge-under-way');
    const requestedPlan = offered ?? (wanted === subscription.next?.planId ? subscription.next : null);
    const opened = await createPeriodOrder(ctx, trx, subscription, period, requestedPlan);
    if (!opened.ok) return err('plan-not-offered');
    const { order: made, invoiceId } = opened.value;
    await cancelPeriodOrder(ctx, trx, locked);
    await updatePeriod(trx, period, { order_id: made.id, invoice_id: invoiceId });
    return ok({ orderId: made.id, invoiceId });
  });
}
