import type { Db } from '../base-context.server.ts';

/** What an account's page shows of one order besides the order itself. */
export interface PurchaseFacts {
  /** Titles of the order's lines. */
  readonly titles: readonly string[];
  readonly hasCooledOff: boolean;
  /** Whether the order's course is open to the buyer now. */
  readonly hasAccess: boolean;
}

export async function purchaseFacts(db: Db, orderId: string): Promise<PurchaseFacts> {
  const [lines, coolingOff, grant] = await Promise.all([
    db.selectFrom('order_lines').select('title').where('order_id', '=', orderId).orderBy('position').execute(),
    db.selectFrom('cooling_off_requests').select('order_id').where('order_id', '=', orderId).executeTakeFirst(),
    db.selectFrom('access_grants').select('state').where('order_id', '=', orderId).executeTakeFirst(),
  ]);
  return {
    titles: lines.map(({ title }) => title),
    hasCooledOff: coolingOff !== undefined,
    hasAccess: grant?.state === 'active',
  };
}

/** The card of a saved profile, as a page shows it. */
export interface ShownCard {
  readonly brand: string;
  readonly last4: string;
  readonly expiry: string;
}

/** Ids of the subscriptions of these leads with the card that pays each; newest first, 100 at most. */
export async function subscriptionsWithCard(
  db: Db,
  leadIds: readonly string[],
): Promise<{ readonly id: string; readonly card: ShownCard | null }[]> {
  if (leadIds.length === 0) return [];
  const rows = await db
    .selectFrom('subscriptions')
    .leftJoin('payment_profiles', 'payment_profiles.id', 'subscriptions.payment_profile_id')
    .select(['subscriptions.id', 'payment_profiles.brand', 'payment_profiles.last4', 'payment_profiles.expiry'])
    .where('subscriptions.lead_id', 'in', leadIds)
    .orderBy('subscriptions.created_at', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ id, brand, last4, expiry }) => ({
    id,
    card: brand !== null && last4 !== null && expiry !== null ? { brand, last4, expiry } : null,
  }));
}
