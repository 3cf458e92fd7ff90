import type { Selectable } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { issueMagicLink } from '../../customers/magic-links/index.server.ts';
import { findPlan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { SalesContext } from '../context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { erasedDomain, isErased, leadById } from '../../checkout/leads/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';
import { subscriptionById } from '../../subscriptions/subscriptions/index.server.ts';
import type { CustomOffer, OfferFailure } from './custom-offer.types.ts';

/** What a seller writes down. `amount`: minor units of the plan's currency, for a term. */
export interface OfferRequest {
  readonly subject: { readonly subscriptionId: string } | { readonly leadId: string };
  readonly planId: string;
  readonly amount: bigint;
  readonly seller: string;
  readonly expiresOn: LocalDate;
  /** Who writes it down, and the per cent of the list price below which a second person has to agree; absent: a sample. */
  readonly by?: { readonly name: string; readonly hasApprover: boolean; readonly floor: number };
}

function toOffer(row: Selectable<Database['custom_offers']>): CustomOffer {
  return {
    id: row.id,
    brand: row.brand,
    variant: row.variant,
    business: row.business,
    productCode: row.product_code,
    planId: row.plan_id,
    market: row.market as Country,
    locale: row.locale as Locale,
    seller: row.seller,
    price: { amount: row.amount, currency: row.currency as Currency },
    subscriptionId: row.subscription_id,
    leadId: row.lead_id,
    expiresOn: requireLocalDate(row.expires_on),
    acceptedAt: row.accepted_at,
    invoiceId: row.invoice_id,
  };
}

/** An offer that was written down, with what its link is made of. */
export interface CreatedOffer extends Pick<CustomOffer, 'brand' | 'variant' | 'productCode' | 'market'> {
  readonly id: string;
  readonly token: string;
  /** Its link opens nothing before a second operator has agreed. */
  readonly needsApproval: boolean;
}

/** Writes an offer down, with the secret of the link that opens it. Refused for a plan that its product is not sold by. */
export async function createOffer(
  ctx: SalesContext,
  { subject, planId, amount, seller, expiresOn, by }: OfferRequest,
): Promise<Result<CreatedOffer, OfferFailure | 'second-operator-needed'>> {
  const found = await subjectOf(ctx, subject);
  if (!found) return err('not-found');
  const { leadId, ...about } = found;
  const product = ctx.catalog.product(about.brand, about.variant, about.productCode);
  const plan = product && findPlan(product, planId);
  if (!plan || plan.market !== about.market) return err('plan-not-offered');
  if (expiresOn < marketDate(ctx.clock.now(), about.market)) return err('over');
  const needsApproval = by !== undefined && amount * 100n < plan.price.amount * BigInt(by.floor);
  if (needsApproval && !by.hasApprover) return err('second-operator-needed');
  const id = newId('cof');
  await ctx.db
    .insertInto('custom_offers')
    .values({
      id,
      brand: about.brand,
      variant: about.variant,
      business: about.business,
      product_code: about.productCode,
      plan_id: plan.id,
      market: about.market,
      locale: about.locale,
      seller,
      currency: plan.price.currency,
      amount,
      subscription_id: 'subscriptionId' in subject ? subject.subscriptionId : null,
      lead_id: leadId,
      expires_on: expiresOn,
      created_at: ctx.clock.now(),
      accepted_at: null,
      payment_profile_id: null,
      invoice_id: null,
      requested_by: by?.name ?? null,
      needs_approval: needsApproval,
      confirmed_by: null,
      confirmed_at: null,
    })
    .execute();
  const { brand, variant, productCode, market } = about;
  const token = await issueMagicLink(ctx, ctx.db, id);
  return ok({ id, token, needsApproval, brand, variant, productCode, market });
}

/** The brand of whom an offer would be made to; null: there is nobody. */
export async function brandOfOfferSubject(ctx: SalesContext, subject: OfferRequest['subject']): Promise<string | null> {
  return (await subjectOf(ctx, subject))?.brand ?? null;
}

async function subjectOf(ctx: SalesContext, subject: OfferRequest['subject']): Promise<OfferSubject | null> {
  return 'leadId' in subject ? soldToLead(ctx, subject.leadId) : soldBySubscription(ctx, subject.subscriptionId);
}

type OfferSubject = Pick<
  CustomOffer,
  'brand' | 'variant' | 'business' | 'productCode' | 'market' | 'locale' | 'leadId'
>;

async function soldBySubscription(ctx: SalesContext, id: string): Promise<OfferSubject | null> {
  return subscriptionById(ctx, id);
}

async function soldToLead(ctx: SalesContext, leadId: string): Promise<OfferSubject | null> {
  const lead = await leadById(ctx.db, leadId);
  const session = lead && !isErased(lead) ? await sessionById(ctx.db, lead.sessionId) : null;
  return session && { ...session, leadId };
}

/**
 * An offer by its id; null too where a second operator has not agreed yet, and where the person to whom it was made has been
 * erased: nobody could be given what they pay.
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
