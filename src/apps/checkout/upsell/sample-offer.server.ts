import type { AttemptView } from '#src/domain/orders/index.ts';
import { noExtras } from '#src/domain/quotes/index.ts';
import { offeredMeans, sampleMeans } from '../gallery/sample-means.ts';
import { sampleAttempt, sampleOrder, samplePayment, samplePurchase } from '../gallery/sample-purchase.server.ts';
import { type GalleryRequest, refusedWith, type StateMaker } from '../gallery/states.contract.server.ts';
import { planQuote } from '../site/summary.server.ts';
import { dueSummary } from '../steps/payment/due-summary.server.ts';
import { paymentData, paymentParts } from '../steps/payment/payment-data.server.ts';
import { checkAcceptance } from '../steps/payment/payment-form.ts';
import { show } from '../web/page.server.ts';
import { oneClickBy } from './one-click.server.ts';
import { type UpsellAhead, upsellAhead } from './upsell-ahead.server.ts';
import type { OneClick, UpsellOfferData, UpsellPaymentData } from './upsell.types.ts';
import { upsellView } from './upsell-view.server.ts';

/** The offer that a page of the gallery makes, as after the purchase before it; null where the flow makes none. */
export function sampleOffer(request: GalleryRequest, hasClick = false) {
  const { step, product } = request.visit;
  const ahead = step && upsellAhead(request, step);
  const click = ahead && hasClick ? sampleClick(request, ahead) : null;
  if (!ahead || (hasClick && !click)) return null;
  return { ahead, click, bought: product.title, offer: upsellView(request, ahead, product.title, undefined, click) };
}

/** Buying the offer with what was just used; null where no way to pay it by is kept. */
export function sampleClick(request: GalleryRequest, ahead: UpsellAhead): OneClick | null {
  const means = sampleMeans(request);
  const isTaken = ahead.target.plan.methods.some(
    ({ method }) => request.ctx.rails.byMethod(method)?.id === means?.rail,
  );
  return means && isTaken ? oneClickBy(request, ahead, means) : null;
}

/** The page on which an offer is paid, before it was accepted. */
export function offerFirst(request: GalleryRequest, hasClick = false) {
  const made = sampleOffer(request, hasClick);
  return made && show<UpsellOfferData>({ bought: made.bought, offer: made.offer }, { view: 'upsell-offer' });
}

interface Change {
  /** The try that its buyer made. */
  readonly tried?: Partial<AttemptView>;
  /** What paid before may be used again. */
  readonly hasMeans?: boolean;
}

/** The same after it was accepted. */
async function offerPayment(request: GalleryRequest, { tried, hasMeans = false }: Change = {}) {
  const made = sampleOffer(request);
  if (!made) return null;
  const { ahead, bought, offer } = made;
  const { brand, product, plan } = ahead.target;
  const seller = { ...request, visit: { ...request.visit, product, plan } };
  const purchase = await samplePurchase(seller);
  if (!purchase) return null;
  const quote = { ...purchase.quote, ...planQuote(seller, { plan, extras: noExtras }) };
  const attempt = tried && sampleAttempt(request, { ...purchase, quote }, purchase.methods[0]?.rail, tried);
  const view = attempt ? sampleOrder(request, { ...purchase, quote }, [attempt]) : null;
  const profiles = hasMeans ? offeredMeans(request, purchase.methods) : [];
  if (hasMeans && profiles.length === 0) return null;
  const facts = { ...samplePayment(request, { ...purchase, quote }, view), seller: brand, profiles };
  const payment = { ...paymentData(facts), takesVoucher: false };
  return show<UpsellPaymentData>(
    { bought, offer, payment },
    { head: { summary: dueSummary(facts), parts: paymentParts(payment, request) } },
  );
}

/** What both pages show on which an offer is paid. */
export const offerPaymentStates = {
  usual: (request) => offerPayment(request),
  kept: (request) => offerPayment(request, { hasMeans: true }),
  offer: (request) => offerFirst(request),
  'one-click': (request) => offerFirst(request, true),
  declined: (request) => offerPayment(request, { tried: { state: 'declined' } }),
  error: async (request) => refusedWith(await offerPayment(request), {}, checkAcceptance({})),
} satisfies Readonly<Record<string, StateMaker<UpsellPaymentData | UpsellOfferData>>>;
