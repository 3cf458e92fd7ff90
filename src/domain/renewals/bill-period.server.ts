import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { DomainContext } from '../context.server.ts';
import { closeOrder } from '../orders/index.server.ts';
import { isOpen } from '../payments/index.ts';
import { giveUpOpenAttempts, stateOf } from '../payments/index.server.ts';
import { offeredPlan, owedPeriod, updatePeriod } from '../subscriptions/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { cancelInvoice, type HeldPeriod, holdPeriod } from './open-period.server.ts';
import { openPeriodOrder } from './period-order.server.ts';

/** `nothing-owed`: it has ended, or will. `charge-under-way`: its money may be on its way already. */
export type BillPeriodFailure = 'nothing-owed' | 'charge-under-way' | 'plan-not-offered';

export interface BilledPeriod {
  readonly orderId: string;
  readonly invoiceId: string;
}

/**
 * The order and the bill of the term that a subscription owes next, for its buyer to pay by themselves, before its day or
 * after: the one that it has, or a new one when there is none yet or the buyer wishes another plan (`planId`). Paid, the
 * term is paid; left alone, it is charged on its day as if nobody had asked.
 */
export async function billPeriod(
  ctx: DomainContext,
  subscriptionId: string,
  planId?: string,
): Promise<Result<BilledPeriod, BillPeriodFailure>> {
  const seen = await owedPeriod(ctx.db, subscriptionId);
  if (!seen) return err('nothing-owed');
  return inTransaction<BilledPeriod, BillPeriodFailure>(ctx.db, async (trx) => {
    const held = await holdPeriod(trx, seen);
    if (!held) return err('charge-under-way');
    const { subscription, period, order } = held;
    const current = subscription.next?.planId ?? subscription.planId;
    const wanted = planId ?? current;
    if (order?.planId === wanted && period.invoiceId !== null)
      return ok({ orderId: order.id, invoiceId: period.invoiceId });
    // A part that is paid stays with the plan that it was paid for.
    if (isAsked(held) || (order !== null && order.received > 0n)) return err('charge-under-way');
    const isOther = wanted !== subscription.planId && wanted !== subscription.next?.planId;
    const offered = isOther ? offeredPlan(ctx, subscription, wanted) : null;
    if (isOther && !offered) return err('plan-not-offered');
    if (order) {
      await giveUpOpenAttempts(ctx, trx, order.id);
      await closeOrder(trx, order.id);
      if (period.invoiceId !== null) await cancelInvoice(ctx, trx, period.invoiceId);
    }
    const same = { planId: subscription.planId, price: subscription.price, periodMonths: subscription.periodMonths };
    const wish = offered ?? (wanted === subscription.planId ? same : subscription.next);
    const opened = await openPeriodOrder(ctx, trx, subscription, period, wish);
    if (!opened.ok) return err('plan-not-offered');
    const { order: made, invoiceId } = opened.value;
    await updatePeriod(trx, period, { order_id: made.id, invoice_id: invoiceId });
    return ok({ orderId: made.id, invoiceId });
  });
}

/** Somebody's money may be moving: a code that only waits for its buyer is taken back instead. */
function isAsked({ attempts }: HeldPeriod): boolean {
  return attempts.some(
    (attempt) => isOpen(stateOf(attempt)) && !attempt.superseded && attempt.state !== 'awaiting-buyer',
  );
}
