import type { DomainContext } from '../context.server.ts';
import { type Order, orderById } from '../orders/index.server.ts';
import { type Subscription, subscriptionById } from '../subscriptions/index.server.ts';
import { type BuyerPage, idsOfPerson } from './buyer-page.repository.server.ts';

/** One order of a page's person. */
export interface OwnPurchase {
  readonly order: Order;
  /** What was bought, line by line. */
  readonly titles: readonly string[];
  readonly isWithdrawn: boolean;
  /** Whether its course is open to the buyer now. */
  readonly hasAccess: boolean;
}

/** One subscription of a page's person, with the kept means that pays it. */
export interface OwnSubscription {
  readonly subscription: Subscription;
  readonly card: { readonly brand: string; readonly last4: string; readonly expiry: string } | null;
}

/** Orders that stand for anything: what was never paid and given up is nobody's purchase. Newest first, at most 100. */
export async function purchasesOf(ctx: DomainContext, page: BuyerPage): Promise<readonly OwnPurchase[]> {
  const ids = await idsOfPerson(ctx.db, page);
  const purchases = await Promise.all(ids.orders.slice(0, 100).map((id) => ownPurchase(ctx, id)));
  return purchases.flatMap((one) => (one && one.order.state !== 'closed' ? [one] : []));
}

async function ownPurchase(ctx: DomainContext, id: string): Promise<OwnPurchase | null> {
  const order = await orderById(ctx.db, id);
  if (!order) return null;
  const [lines, withdrawal, grant] = await Promise.all([
    ctx.db.selectFrom('order_lines').select('title').where('order_id', '=', id).orderBy('position').execute(),
    ctx.db.selectFrom('withdrawals').select('order_id').where('order_id', '=', id).executeTakeFirst(),
    ctx.db.selectFrom('access_grants').select('state').where('order_id', '=', id).executeTakeFirst(),
  ]);
  const titles = lines.map(({ title }) => title);
  return { order, titles, isWithdrawn: withdrawal !== undefined, hasAccess: grant?.state === 'active' };
}

/** Newest first. */
export async function subscriptionsOf(ctx: DomainContext, page: BuyerPage): Promise<readonly OwnSubscription[]> {
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
export async function ownSubscription(
  ctx: DomainContext,
  page: BuyerPage,
  id: string,
): Promise<OwnSubscription | null> {
  return (await subscriptionsOf(ctx, page)).find(({ subscription }) => subscription.id === id) ?? null;
}
