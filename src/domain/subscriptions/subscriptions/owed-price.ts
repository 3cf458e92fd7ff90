import type { Money } from '#src/kernel/money/money.ts';
import type { Subscription } from './subscription.types.ts';

type Priced = Pick<Subscription, 'planId' | 'price' | 'firstPrice' | 'next'>;

/** What the term that is owed next costs when nobody wishes otherwise: all that announce, bill and charge it ask here. */
export function owedPrice(subscription: Priced): Money {
  return subscription.next?.price ?? ownPrice(subscription);
}

/** The same for a plan that the buyer has or has chosen; null for any other, which nobody has agreed to yet. */
export function owedPriceOf(subscription: Priced, planId: string): Money | null {
  if (subscription.next?.planId === planId) return subscription.next.price;
  return subscription.planId === planId ? ownPrice(subscription) : null;
}

/** The first charge after free time is the one that its buyer agreed to, with the voucher of the first term. */
function ownPrice({ price, firstPrice }: Priced): Money {
  return firstPrice ?? price;
}
