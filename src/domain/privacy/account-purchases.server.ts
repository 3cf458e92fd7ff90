import type { PrivacyContext } from './context.server.ts';
import { type Order, orderById } from '../orders/index.server.ts';
import { type Subscription, subscriptionById } from '../subscriptions/subscriptions/index.server.ts';
import {
  type PurchaseFacts,
  purchaseFacts,
  type ShownCard,
  subscriptionsWithCard,
} from './account-purchase.repository.server.ts';
import type { BuyerAccount } from './buyer-account.repository.server.ts';
import { idsOfPerson } from './person.repository.server.ts';

/** One order of an account's person. */
export interface AccountPurchase extends PurchaseFacts {
  readonly order: Order;
}

/** One subscription of an account's person, with the saved card that pays it. */
export interface AccountSubscription {
  readonly subscription: Subscription;
  readonly card: ShownCard | null;
}

/** The account's orders but those that were closed unpaid. Newest first, at most 100. */
export async function purchasesOf(ctx: PrivacyContext, account: BuyerAccount): Promise<readonly AccountPurchase[]> {
  const ids = await idsOfPerson(ctx.db, account);
  const purchases = await Promise.all(ids.orders.slice(0, 100).map((id) => accountPurchase(ctx, id)));
  return purchases.flatMap((one) => (one && one.order.state !== 'closed' ? [one] : []));
}

async function accountPurchase(ctx: PrivacyContext, id: string): Promise<AccountPurchase | null> {
  const order = await orderById(ctx.db, id);
  return order ? { order, ...(await purchaseFacts(ctx.db, id)) } : null;
}

/** The account's subscriptions, newest first. */
export async function subscriptionsOf(
  ctx: PrivacyContext,
  account: BuyerAccount,
): Promise<readonly AccountSubscription[]> {
  const { leads } = await idsOfPerson(ctx.db, account);
  const found = await Promise.all(
    (await subscriptionsWithCard(ctx.db, leads)).map(async ({ id, card }) => {
      const subscription = await subscriptionById(ctx, id);
      return subscription ? [{ subscription, card }] : [];
    }),
  );
  return found.flat();
}

/** One of the account's subscriptions; null when it belongs to another person. */
export async function accountSubscription(
  ctx: PrivacyContext,
  account: BuyerAccount,
  id: string,
): Promise<AccountSubscription | null> {
  return (await subscriptionsOf(ctx, account)).find(({ subscription }) => subscription.id === id) ?? null;
}
