import type { Selectable } from 'kysely';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { erasedDomain } from '../../checkout/leads/index.server.ts';
import type { CustomOffer } from './custom-offer.types.ts';

function toOffer(row: Selectable<Database['custom_offers']>): CustomOffer {
  return {
    id: row.id,
    brand: row.brand,
    variant: row.variant,
    business: row.business,
    productCode: row.product_code,
    planId: row.plan_id,
    market: row.market,
    locale: row.locale,
    seller: row.seller,
    price: { amount: row.amount, currency: row.currency },
    subscriptionId: row.subscription_id,
    leadId: row.lead_id,
    expiresOn: requireLocalDate(row.expires_on),
    acceptedAt: row.accepted_at,
    invoiceId: row.invoice_id,
  };
}

/** An offer that is to be written. */
export interface NewOffer extends Omit<CustomOffer, 'acceptedAt' | 'invoiceId' | 'price'> {
  /** The price of a billing period. */
  readonly price: Money;
  /** The operator who makes it; null: a sample. */
  readonly requestedBy: string | null;
  readonly needsApproval: boolean;
}

/** Writes an offer. */
export async function insertOffer(db: Db, offer: NewOffer, now: Date): Promise<void> {
  await db
    .insertInto('custom_offers')
    .values({
      id: offer.id,
      brand: offer.brand,
      variant: offer.variant,
      business: offer.business,
      product_code: offer.productCode,
      plan_id: offer.planId,
      market: offer.market,
      locale: offer.locale,
      seller: offer.seller,
      currency: offer.price.currency,
      amount: offer.price.amount,
      subscription_id: offer.subscriptionId,
      lead_id: offer.leadId,
      expires_on: offer.expiresOn,
      created_at: now,
      accepted_at: null,
      payment_profile_id: null,
      invoice_id: null,
      requested_by: offer.requestedBy,
      needs_approval: offer.needsApproval,
      confirmed_by: null,
      confirmed_at: null,
    })
    .execute();
}

/**
 * An offer by its id; null also where a second operator has not confirmed it yet, and where the person to whom it was made has
 * been erased: no one could be given access for the payment.
 */
export async function offerById(db: Db, id: string): Promise<CustomOffer | null> {
  const row = await db
    .selectFrom('custom_offers')
    .innerJoin('leads', 'leads.id', 'custom_offers.lead_id')
    .selectAll('custom_offers')
    .where('custom_offers.id', '=', id)
    .where((eb) => eb.or([eb('needs_approval', '=', false), eb('confirmed_by', 'is not', null)]))
    .where('leads.email', 'not like', `%@${erasedDomain}`)
    .executeTakeFirst();
  return row ? toOffer(row) : null;
}

/** Reads and locks an offer, so that it is accepted once. */
export async function lockOffer(trx: Db, id: string): Promise<CustomOffer | null> {
  await trx.selectFrom('custom_offers').select('id').where('id', '=', id).forUpdate().execute();
  return offerById(trx, id);
}

/** Marks an offer for a subscription as accepted, with the payment profile that is charged. The caller holds its lock. */
export async function markOfferAccepted(trx: Db, id: string, profileId: string, now: Date): Promise<void> {
  await trx
    .updateTable('custom_offers')
    .set({ accepted_at: now, payment_profile_id: profileId })
    .where('id', '=', id)
    .execute();
}

/** Sets the invoice of an accepted offer; false when it has another one already. */
export async function setOfferInvoice(db: Db, id: string, invoiceId: string, now: Date): Promise<boolean> {
  const updated = await db
    .updateTable('custom_offers')
    .set({ accepted_at: now, invoice_id: invoiceId })
    .where('id', '=', id)
    .where('invoice_id', 'is', null)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** An offer below the floor, which cannot be opened before a second operator confirms it. */
export interface UnconfirmedOffer {
  readonly id: string;
  readonly brand: string;
  readonly planId: string;
  readonly seller: string;
  readonly price: Money;
  readonly requestedBy: string | null;
  readonly createdAt: Date;
}

/** Offers that need a confirmation, made after an instant in some brands (null: in all); the oldest first. */
export async function unconfirmedOffers(
  db: Db,
  { brands, since, limit }: { readonly brands: readonly string[] | null; readonly since: Date; readonly limit: number },
): Promise<readonly UnconfirmedOffer[]> {
  const rows = await db
    .selectFrom('custom_offers')
    .select(['id', 'brand', 'plan_id', 'seller', 'amount', 'currency', 'requested_by', 'created_at'])
    .where('needs_approval', '=', true)
    .where('confirmed_by', 'is', null)
    .where('created_at', '>', since)
    .$if(brands !== null, (rest) => rest.where('brand', 'in', brands ?? []))
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, brand: row.brand, planId: row.plan_id, seller: row.seller },
    price: { amount: row.amount, currency: row.currency },
    requestedBy: row.requested_by,
    createdAt: row.created_at,
  }));
}

/** What the confirmation of an offer depends on; null for an offer that needs none. Amounts are minor units. */
export async function offerToConfirm(
  db: Db,
  id: string,
): Promise<{
  readonly amount: bigint;
  readonly requestedBy: string | null;
  readonly confirmedBy: string | null;
  readonly createdAt: Date;
} | null> {
  const row = await db
    .selectFrom('custom_offers')
    .select(['amount', 'requested_by', 'confirmed_by', 'created_at'])
    .where('id', '=', id)
    .where('needs_approval', '=', true)
    .executeTakeFirst();
  if (!row) return null;
  const { amount, requested_by: requestedBy, confirmed_by: confirmedBy, created_at: createdAt } = row;
  return { amount, requestedBy, confirmedBy, createdAt };
}

/** Marks an offer as confirmed by a second operator. */
export async function markOfferConfirmed(db: Db, id: string, by: string, now: Date): Promise<void> {
  await db
    .updateTable('custom_offers')
    .set({ confirmed_by: by, confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_by', 'is', null)
    .execute();
}

/** The brand of an offer, also of one that is not confirmed; null: there is none. */
export async function brandOfOffer({ db }: { readonly db: Db }, id: string): Promise<string | null> {
  const row = await db.selectFrom('custom_offers').select('brand').where('id', '=', id).executeTakeFirst();
  return row?.brand ?? null;
}
