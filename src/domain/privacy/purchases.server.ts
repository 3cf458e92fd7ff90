import type { PrivacyContext } from './context.server.ts';
import { type Order, orderById } from '../orders/index.server.ts';
import { type Subscription, subscriptionById } from '../subscriptions/subscriptions/index.server.ts';
import { type BuyerAccount, idsOfPerson } from './buyer-account.repository.server.ts';

/** One order of a page's person. */
export interface AccountPurchase {
  readonly order: Order;
  /** What was bought, line by line. */
  readonly titles: readonly string[];
  readonly hasCooledOff: boolean;
  /** Whether its course is open to the buyer now. */
  readonly hasAccess: boolean;
}

/** One subscription of a page's person, with the kept means that pays it. */
export interface AccountSubscription {
  readonly subscription: Subscription;
  readonly card: { readonly brand: string; readonly last4: string; readonly expiry: string } | null;
}

/** Orders that stand for anything: what was never paid and given up is nobody's purchase. Newest first, at most 100. */
export async function purchasesOf(ctx: PrivacyContext, page: BuyerAccount): Promise<readonly AccountPurchase[]> {
  const ids = await idsOfPerson(ctx.db, page);
  const purchases = await Promise.all(ids.orders.slice(0, 100).map((id) => accountPurchase(ctx, id)));
  return purchases.flatMap((one) => (one && one.order.state !== 'closed' ? [one] : []));
}

async function accountPurchase(ctx: PrivacyContext, id: string): Promise<AccountPurchase | null> {
  const order = await orderById(ctx.db, id);
  if (!order) return null;
  const [lines, withdrawal, grant] = await Promise.all([
    ctx.db.selectFrom('order_lines').select('title').where('order_id', '=', id).orderBy('position').execute(),
    ctx.db.selectFrom('cooling_off_requests').select('order_id').where('order_id', '=', id).executeTakeFirst(),
    ctx.db.selectFrom('access_grants').select('state').where('order_id', '=', id).executeTakeFirst(),
  ]);
  const titles = lines.map(({ title }) => title);
  return { order, titles, hasCooledOff: withdrawal !== undefined, hasAccess: grant?.state === 'active' };
}

/** Newest first. */
export async function subscriptionsOf(
  ctx: PrivacyContext,
  page: BuyerAccount,
): Promise<readonly AccountSubscription[]> {
  const { leads } = await idsOfPerson(ctx.db, page);
  if (leads.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('subscriptions')
    .leftJoin('payment_profiles', 'payment_profiles.id', 'subscriptions.payment_profile_id')
    .select(['subscriptions.id', 'payment_profiles.brand', 'payment_profiles.last4', 'payment_profiles.expiry'])
    .where('subscriptions.lead_id', 'in', leads)
    .orderBy('subscriptions.created_at', 'desc')
    .limit(100)
    .execute();
  const found = await Promise.all(
    rows.map(async ({ id, brand, last4, expiry }) => {
      const subscription = await subscriptionById(ctx, id);
      const card = brand !== null && last4 !== null && expiry !== null ? { brand, last4, expiry } : null;
      return subscription ? [{ subscription, card }] : [];
    }),
  );
  return found.flat();
}

/** One of them; null when it is somebody else's. */
export async function accountSubscription(
  ctx: PrivacyContext,
  page: BuyerAccount,
  id: string,
): Promise<AccountSubscription | null> {
  return (await subscriptionsOf(ctx, page)).find(({ subscription }) => subscription.id === id) ?? null;
}
