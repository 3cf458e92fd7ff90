import type { Money } from '#src/kernel/money/money.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { owedPeriod, owedPrice, type Subscription } from '../subscriptions/index.server.ts';

/** What the owed billing period is charged: the agreed price, or the rest where a part of it was paid already. */
export async function amountOwedNow(
  { db }: Pick<SubscriptionsContext, 'db'>,
  subscription: Subscription,
): Promise<Money> {
  const period = await owedPeriod(db, subscription.id);
  const order = period?.orderId ? await orderById(db, period.orderId) : null;
  if (order?.state !== 'partly-paid') return owedPrice(subscription);
  return { amount: order.total - order.received, currency: order.currency };
}
