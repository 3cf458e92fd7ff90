import type { Currency } from '#src/kernel/money/money.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { SalesContext } from '../context.server.ts';
import { markOfferConfirmed, offerToConfirm, unconfirmedOffers } from './custom-offer.repository.server.ts';

/** How long a second operator may confirm an offer below the floor. */
const approvalWindowMs = 48 * 3_600_000;
/** Most offers of one list. */
const limit = 200;

/** An offer below the floor, which cannot be opened before a second operator confirms it. */
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

/** `own-offer`: the operator who made it must not confirm it. `offer-changed`: its price is not the one that was shown. */
export type ConfirmFailure = 'not-found' | 'own-offer' | 'offer-changed';

type OfferContext = Pick<SalesContext, 'db' | 'clock'>;

/** The offers that wait for a second operator now in some brands (null: in all), oldest first. */
export async function pendingOffers(
  { db, clock }: OfferContext,
  brands: readonly string[] | null,
): Promise<readonly PendingOffer[]> {
  const since = new Date(clock.now().getTime() - approvalWindowMs);
  return (await unconfirmedOffers(db, { brands, since, limit })).map(
    ({ id, brand, planId, seller, price, requestedBy, createdAt }) => ({
      ...{ id, brand, planId, seller, ...price, askedBy: requestedBy, askedAt: createdAt },
      expiresAt: new Date(createdAt.getTime() + approvalWindowMs),
    }),
  );
}

/** Confirms an offer as a second operator: its link works from now on. Again, it changes nothing. `shown`: minor units. */
export async function confirmOffer(
  { db, clock }: OfferContext,
  id: string,
  by: string,
  shown: bigint,
): Promise<Result<null, ConfirmFailure>> {
  const now = clock.now();
  const offer = await offerToConfirm(db, id);
  if (!offer) return err('not-found');
  if (offer.requestedBy === by) return err('own-offer');
  if (offer.amount !== shown) return err('offer-changed');
  if (offer.confirmedBy !== null) return ok(null);
  if (offer.createdAt.getTime() + approvalWindowMs <= now.getTime()) return err('not-found');
  await markOfferConfirmed(db, id, by, now);
  return ok(null);
}
