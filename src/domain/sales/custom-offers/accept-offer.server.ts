import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { issueMagicLink } from '../../customers/magic-links/index.server.ts';
import { findPlan } from '../../catalog/products/index.ts';
import type { SalesContext } from '../context.server.ts';
import { cancelInvoice, createInvoice } from '../../subscriptions/invoices/index.server.ts';
import { leadById } from '../../checkout/leads/index.server.ts';
import { createUnpaidOrderFor, saveOrderLocations } from '../../orders/index.server.ts';
import { copyUnit, locationsOfSession } from '../../checkout/test-locations/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';
import {
  changeNextPlan,
  lockSubscription,
  owedPeriod,
  setInstrumentIn,
} from '../../subscriptions/subscriptions/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { lockOffer, markOfferAccepted, offerById, setOfferInvoice } from './custom-offer.repository.server.ts';
import type { CustomOffer, OfferFailure } from './custom-offer.types.ts';

/**
 * Accepts an offer for a subscription: the payment profile that was just verified pays the next billing periods, at the
 * offer's price, from the day on which the next one is due. Nothing is charged now. Again, it changes nothing.
 */
export async function acceptSubscriptionOffer(
  ctx: SalesContext,
  offerId: string,
  profileId: string,
): Promise<Result<CustomOffer, OfferFailure>> {
  return inTransaction<CustomOffer, OfferFailure>(ctx.db, async (trx) => {
    const offer = await lockOffer(trx, offerId);
    if (!offer || offer.subscriptionId === null) return err('not-found');
    if (offer.acceptedAt !== null) return ok(offer);
    const now = ctx.clock.now();
    if (offer.expiresOn < marketDate(now, offer.market)) return err('over');
    const subscription = await lockSubscription(trx, offer.subscriptionId);
    const product = ctx.catalog.product(offer.brand, offer.variant, offer.productCode);
    const plan = product && findPlan(product, offer.planId);
    if (!subscription) return err('not-found');
    if (!plan) return err('plan-not-offered');
    // An invoice that was sent is paid as it is: the profile would be charged for the same period after its day.
    if ((await owedPeriod(trx, subscription.id))?.state === 'charging') return err('not-possible');
    const next = { planId: plan.id, price: offer.price, periodMonths: plan.cycles };
    const changed = await changeNextPlan(ctx, trx, subscription, next);
    if (!changed.ok) return err('not-possible');
    const set = await setInstrumentIn(ctx, trx, subscription, { kind: 'profile', profileId, installments: 1 });
    if (!set.ok) return err('not-possible');
    await markOfferAccepted(trx, offer.id, profileId, now);
    return ok({ ...offer, acceptedAt: now });
  });
}

/**
 * Accepts an offer for a first purchase. Returns the invoice of that sale, at the offer's price, and the secret of the link by
 * which it is paid by any method. Again, it is the same invoice.
 */
export async function invoiceOffer(
  ctx: SalesContext,
  offerId: string,
): Promise<Result<{ readonly invoiceId: string; readonly token: string }, OfferFailure>> {
  const offer = await offerById(ctx.db, offerId);
  if (!offer || offer.subscriptionId !== null) return err('not-found');
  const now = ctx.clock.now();
  if (offer.invoiceId === null && offer.expiresOn < marketDate(now, offer.market)) return err('over');
  const created = offer.invoiceId === null ? await createOfferInvoice(ctx, offer) : ok(offer.invoiceId);
  if (!created.ok) return created;
  const invoiceId = offer.invoiceId ?? (await saveOfferInvoice(ctx, offer.id, created.value));
  return ok({ invoiceId, token: await issueMagicLink(ctx, ctx.db, invoiceId) });
}

/** Of invoices that two presses wrote at once one stays; the other was never shown, and is canceled. */
async function saveOfferInvoice(ctx: SalesContext, offerId: string, invoiceId: string): Promise<string> {
  const now = ctx.clock.now();
  if (await setOfferInvoice(ctx.db, offerId, invoiceId, now)) return invoiceId;
  await cancelInvoice(ctx.db, invoiceId, now);
  return (await offerById(ctx.db, offerId))?.invoiceId ?? invoiceId;
}

async function createOfferInvoice(ctx: SalesContext, offer: CustomOffer): Promise<Result<string, OfferFailure>> {
  const lead = await leadById(ctx.db, offer.leadId);
  const from = lead && (await sessionById(ctx.db, lead.sessionId));
  const product = ctx.catalog.product(offer.brand, offer.variant, offer.productCode);
  if (!from || !product) return err('plan-not-offered');
  const { brand, variant, business, productCode, planId, market, locale, seller, price, expiresOn } = offer;
  const opened = await createUnpaidOrderFor(ctx, offer.leadId, {
    ...{ brand, variant, business, productCode, planId, market, locale, seller },
    flowId: from.flowId,
    link: from.link,
    source: from.source,
    agreed: price.amount,
  });
  if (!opened.ok) return err(opened.error === 'nobody' ? 'not-found' : 'plan-not-offered');
  const { session, order } = opened.value;
  // The unit that was chosen before is the offer's too; the invoice's page asks for a seat.
  if (ctx.catalog.units(brand, variant).length > 0)
    await inTransaction(ctx.db, async (trx) => {
      await copyUnit(trx, from.id, session.id);
      await saveOrderLocations(ctx, trx, order, await locationsOfSession(trx, session.id), ctx.clock.now());
      return ok(null);
    });
  const invoice = { kind: 'sale-invoice', sessionId: session.id, subscriptionId: null, dueOn: expiresOn } as const;
  return ok(await createInvoice(ctx, { ...invoice, description: product.title }));
}
