import type { Money } from '#src/kernel/money/money.ts';
import type { Subscription } from './subscription.types.ts';

type Priced = Pick<Subscription, 'planId' | 'price' | 'firstPrice' | 'next'>;

/** What the billing period that is owed next costs as agreed: every announcement, invoice and charge of it reads this. */
export function owedPrice(subscription: Priced): Money {
  return subscription.next?.price ?? ownPrice(subscription);
}

/** What the next period costs on the current or the chosen plan; null for any other, which was not agreed to yet. */
export function owedPriceOf(subscription: Priced, planId: string): Money | null {
  if (subscription.next?.planId === planId) return subscription.next.price;
  return subscription.planId === planId ? ownPrice(subscription) : null;
}

/** The first charge after a trial is the one that its buyer agreed to, with the voucher of the first period. */
function ownPrice({ price, firstPrice }: Priced): Money {
  return firstPrice ?? price;
}
