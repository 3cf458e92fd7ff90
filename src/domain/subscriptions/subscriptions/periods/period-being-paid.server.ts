import type { Db } from '#src/domain/base-context.server.ts';
import { lockOrder } from '#src/domain/orders/index.server.ts';
import { owedPeriod } from './billing-period.repository.server.ts';
import { isOrderBeingPaid } from './period-orders.repository.server.ts';
import type { Subscription, BillingPeriod } from '../subscription.types.ts';

/**
 * Whether a billing period is being paid, so that its price can no longer change: a card or a mandate is charged for it, or
 * money for its invoice is on its way or came in part. An invoice that only waits for its buyer is canceled for another one.
 */
export async function isPaymentUnderWay(
  db: Db,
  { instrument }: Pick<Subscription, 'instrument'>,
  { state, orderId }: Pick<BillingPeriod, 'state' | 'orderId'>,
): Promise<boolean> {
  if (state !== 'due' && !(state === 'charging' && instrument.kind === 'invoice')) return true;
  return orderId !== null && isOrderBeingPaid(db, orderId);
}

/** Whether the billing period that is owed next is being paid. */
export async function isNextPeriodCharging(db: Db, subscription: Subscription): Promise<boolean> {
  const period = await owedPeriod(db, subscription.id);
  return period !== null && isPaymentUnderWay(db, subscription, period);
}

/** Locks the order of the owed period, so that payments for it wait. Before the subscription's lock, as payments do. */
export async function lockOwedOrder(trx: Db, subscriptionId: string): Promise<void> {
  const period = await owedPeriod(trx, subscriptionId);
  if (period !== null && period.orderId !== null) await lockOrder(trx, period.orderId);
}
