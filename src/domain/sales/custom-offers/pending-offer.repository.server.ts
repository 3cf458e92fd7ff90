import type { Currency } from '#src/kernel/money/money.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { SalesContext } from '../context.server.ts';

/** For how long a second operator may agree to an offer below the floor. */
const approvalWindowMs = 48 * 3_600_000;
/** Most that a list tells at once. */
const most = 200;

/** An offer below the floor, which opens nothing before a second operator agrees. */
export interface PendingOffer {
  readonly id: string;
  readonly brand: string;
  readonly planId: string;
  readonly seller: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly askedBy: string | null;
  readonly askedAt: Date;
  readonly expiresAt: Date;
}

/** `own-offer`: who asked does not agree to it themselves. `offer-changed`: its price is not the one that was shown. */
export type ConfirmFailure = 'not-found' | 'own-offer' | 'offer-changed';

type OfferContext = Pick<SalesContext, 'db' | 'clock'>;

/** What waits for a second operator now in some brands (null: in all), oldest first. */
export async function pendingOffers(
  { db, clock }: OfferContext,
  brands: readonly string[] | null,
): Promise<readonly PendingOffer[]> {
  const rows = await db
    .selectFrom('custom_offers')
    .select(['id', 'brand', 'plan_id', 'seller', 'amount', 'currency', 'requested_by', 'created_at'])
    .where('needs_approval', '=', true)
    .where('confirmed_by', 'is', null)
    .where('created_at', '>', new Date(clock.now().getTime() - approvalWindowMs))
    .$if(brands !== null, (rest) => rest.where('brand', 'in', brands ?? []))
    .orderBy('created_at')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, brand: row.brand, planId: row.plan_id, seller: row.seller, amount: row.amount },
    ...{ currency: row.currency as Currency, askedBy: row.requested_by, askedAt: row.created_at },
    expiresAt: new Date(row.created_at.getTime() + approvalWindowMs),
  }));
}

/** The brand of an offer, also of one that waits; null: there is none. */
export async function brandOfOffer({ db }: Pick<SalesContext, 'db'>, id: string): Promise<string | null> {
  const row = await db.selectFrom('custom_offers').select('brand').where('id', '=', id).executeTakeFirst();
  return row?.brand ?? null;
}

/** A second operator agrees: the link of the offer opens it from now on. Again, it changes nothing. `shown`: minor units. */
export async function confirmOffer(
  { db, clock }: OfferContext,
  id: string,
  by: string,
  shown: bigint,
): Promise<Result<null, ConfirmFailure>> {
  const now = clock.now();
  const row = await db
    .selectFrom('custom_offers')
    .select(['amount', 'requested_by', 'confirmed_by', 'created_at'])
    .where('id', '=', id)
    .where('needs_approval', '=', true)
    .executeTakeFirst();
  if (!row) return err('not-found');
  if (row.requested_by === by) return err('own-offer');
  if (row.amount !== shown) return err('offer-changed');
  if (row.confirmed_by !== null) return ok(null);
  if (row.created_at.getTime() + approvalWindowMs <= now.getTime()) return err('not-found');
  await db
    .updateTable('custom_offers')
    .set({ confirmed_by: by, confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_by', 'is', null)
    .execute();
  return ok(null);
}
