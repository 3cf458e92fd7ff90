import type { AttemptView } from '#src/domain/orders/index.ts';
import { noExtras } from '#src/domain/checkout/quotes/index.ts';
import { sampleProfilesFor, sampleProfile } from './sample-profiles.ts';
import { sampleAttempt, sampleOrder, samplePayment, samplePurchase } from './sample-purchase.server.ts';
import { type StoryRequest, refusedWith, type Story } from './stories.contract.server.ts';
import { planQuote } from '../site/summary.server.ts';
import { dueSummary } from '../payment-form/due-summary.server.ts';
import { paymentData, paymentParts } from '../payment-form/payment-data.server.ts';
import { checkAcceptance } from '../payment-form/form-fields.ts';
import { show } from '../framework/page.server.ts';
import { oneClickFor } from '../site/upsell/one-click.server.ts';
import { type NextUpsell, nextUpsell } from '../site/upsell/next-upsell.server.ts';
import type { OneClick, UpsellOfferData } from '../site/upsell/upsell.types.ts';
import type { UpsellPaymentData } from '../payment-form/upsell/upsell-payment-view.tsx';
import { upsellView } from '../site/upsell/upsell-view.server.ts';

/** The offer that a page of the gallery makes, as after the purchase before it; null where the flow makes none. */
export function sampleOffer(request: StoryRequest, hasClick = false) {
  const { step, product } = request.visit;
  const nextOffer = step && nextUpsell(request, step);
  const click = nextOffer && hasClick ? sampleClick(request, nextOffer) : null;
  if (!nextOffer || (hasClick && !click)) return null;
  return {
    nextOffer,
    click,
    bought: product.title,
    offer: upsellView(request, nextOffer, product.title, undefined, click),
  };
}

/** Buying the offer with what was just used; null where no way to pay it by is kept. */
export function sampleClick(request: StoryRequest, nextOffer: NextUpsell): OneClick | null {
  const instrument = sampleProfile(request);
  const isTaken = nextOffer.target.plan.methods.some(
    ({ method }) => request.ctx.rails.byMethod(method)?.id === instrument?.rail,
  );
  return instrument && isTaken ? oneClickFor(request, nextOffer, instrument) : null;
}

/** The page on which an offer is paid, before it was accepted. */
export function upsellOfferStory(request: StoryRequest, hasClick = false) {
  const made = sampleOffer(request, hasClick);
  return made && show<UpsellOfferData>({ bought: made.bought, offer: made.offer }, { view: 'upsell-offer' });
}

interface Change {
  /** The try that its buyer made. */
  readonly tried?: Partial<AttemptView>;
  /** What paid before may be used again. */
  readonly hasSavedCard?: boolean;
}

/** The same after it was accepted. */
async function offerPayment(request: StoryRequest, { tried, hasSavedCard = false }: Change = {}) {
  const made = sampleOffer(request);
  if (!made) return null;
  const { nextOffer, bought, offer } = made;
  const { brand, product, plan } = nextOffer.target;
  const seller = { ...request, visit: { ...request.visit, product, plan } };
  const purchase = await samplePurchase(seller);
  if (!purchase) return null;
  const quote = { ...purchase.quote, ...planQuote(seller, { plan, extras: noExtras }) };
  const attempt = tried && sampleAttempt(request, { ...purchase, quote }, purchase.methods[0]?.rail, tried);
  const view = attempt ? sampleOrder(request, { ...purchase, quote }, [attempt]) : null;
  const profiles = hasSavedCard ? sampleProfilesFor(request, purchase.methods) : [];
  if (hasSavedCard && profiles.length === 0) return null;
  const context = { ...samplePayment(request, { ...purchase, quote }, view), seller: brand, profiles };
  const payment = { ...paymentData(context), takesVoucher: false };
  return show<UpsellPaymentData>(
    { bought, offer, payment },
    { head: { summary: dueSummary(context), parts: paymentParts(payment, request) } },
  );
}

/** What both pages show on which an offer is paid. */
export const upsellPaymentStories = {
  usual: (request) => offerPayment(request),
  kept: (request) => offerPayment(request, { hasSavedCard: true }),
  offer: (request) => upsellOfferStory(request),
  'one-click': (request) => upsellOfferStory(request, true),
  declined: (request) => offerPayment(request, { tried: { state: 'declined' } }),
  error: async (request) => refusedWith(await offerPayment(request), {}, checkAcceptance({})),
} satisfies Readonly<Record<string, Story<UpsellPaymentData | UpsellOfferData>>>;
