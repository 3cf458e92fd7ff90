import { noExtras } from '#src/domain/quotes/index.ts';
import { samplePurchase, samplePayment } from '../gallery/sample-purchase.server.ts';
import type { GalleryRequest } from '../gallery/states.contract.server.ts';
import { planQuote, quoteSummary } from '../site/summary.server.ts';
import { paymentData, paymentParts } from '../steps/payment/payment-data.server.ts';
import { show } from '../web/page.server.ts';
import { upsellAhead } from './upsell-ahead.server.ts';
import type { UpsellOfferData, UpsellPaymentData } from './upsell.types.ts';
import { upsellView } from './upsell-view.server.ts';

/** The offer that a page of the gallery makes, as after the purchase before it; null where the flow makes none. */
export function sampleOffer(request: GalleryRequest) {
  const { step, product } = request.visit;
  const ahead = step && upsellAhead(request, step);
  return ahead && { ahead, bought: product.title, offer: upsellView(request, ahead, product.title) };
}

/** The page on which an offer is paid, before it was accepted. */
export function offerFirst(request: GalleryRequest) {
  const made = sampleOffer(request);
  return made && show<UpsellOfferData>({ bought: made.bought, offer: made.offer }, { view: 'upsell-offer' });
}

/** The same after it was accepted. */
export async function offerPayment(request: GalleryRequest) {
  const made = sampleOffer(request);
  if (!made) return null;
  const { ahead, bought, offer } = made;
  const { brand, product, plan } = ahead.target;
  const seller = { ...request, visit: { ...request.visit, product, plan } };
  const purchase = await samplePurchase(seller);
  if (!purchase) return null;
  const quote = { ...purchase.quote, ...planQuote(seller, { plan, extras: noExtras }) };
  const facts = { ...samplePayment(request, { ...purchase, quote }), seller: brand };
  const payment = { ...paymentData(facts), takesVoucher: false };
  const summary = quoteSummary(quote, request.words, request.view.locale);
  return show<UpsellPaymentData>(
    { bought, offer, payment },
    { head: { summary, parts: paymentParts(payment, request) } },
  );
}
