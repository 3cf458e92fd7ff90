import { newId } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { issueMagicLink } from '../../customers/magic-links/index.server.ts';
import { findPlan } from '../../catalog/products/index.ts';
import type { SalesContext } from '../context.server.ts';
import { isErased, leadById } from '../../checkout/leads/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';
import { subscriptionById } from '../../subscriptions/subscriptions/index.server.ts';
import { insertOffer } from './custom-offer.repository.server.ts';
import type { CustomOffer, OfferFailure } from './custom-offer.types.ts';

/** An offer as a seller makes it. `amount`: minor units of the plan's currency, for a billing period. */
export interface OfferRequest {
  readonly subject: { readonly subscriptionId: string } | { readonly leadId: string };
  readonly planId: string;
  readonly amount: bigint;
  readonly seller: string;
  readonly expiresOn: LocalDate;
  /** The operator, and the percentage of the list price below which a second operator must confirm; absent: a sample. */
  readonly by?: { readonly name: string; readonly hasApprover: boolean; readonly floor: number };
}

/** An offer that was made, with what its link is made of. */
export interface CreatedOffer extends Pick<CustomOffer, 'brand' | 'variant' | 'productCode' | 'market'> {
  readonly id: string;
  readonly token: string;
  /** Its link opens nothing before a second operator has confirmed the offer. */
  readonly needsApproval: boolean;
}

/** Makes an offer, with the secret of the link that opens it. Refused for a plan that the product does not have. */
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
  const offer = { ...about, leadId, id, planId: plan.id, seller, expiresOn, needsApproval };
  const subscriptionId = 'subscriptionId' in subject ? subject.subscriptionId : null;
  const price = { amount, currency: plan.price.currency };
  await insertOffer(ctx.db, { ...offer, subscriptionId, price, requestedBy: by?.name ?? null }, ctx.clock.now());
  const { brand, variant, productCode, market } = about;
  const token = await issueMagicLink(ctx, ctx.db, id);
  return ok({ id, token, needsApproval, brand, variant, productCode, market });
}

/** The brand of the person to whom an offer would be made; null for an unknown one. */
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
  const subscription = await subscriptionById(ctx, id);
  if (!subscription) return null;
  const { brand, variant, business, productCode, market, locale, leadId } = subscription;
  return { brand, variant, business, productCode, market, locale, leadId };
}

async function soldToLead(ctx: SalesContext, leadId: string): Promise<OfferSubject | null> {
  const lead = await leadById(ctx.db, leadId);
  const session = lead && !isErased(lead) ? await sessionById(ctx.db, lead.sessionId) : null;
  if (!session) return null;
  const { brand, variant, business, productCode, market, locale } = session;
  return { brand, variant, business, productCode, market, locale, leadId };
}
