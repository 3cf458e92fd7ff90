import { findLead } from '#src/domain/leads/index.server.ts';
import { profilesOf } from '#src/domain/payment-profiles/index.server.ts';
import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import { currentQuote } from '#src/domain/quotes/index.server.ts';
import { mainPurchase, upsellPurchase } from '../status/purchase.server.ts';
import { addressOfOrder } from '../status/standing.server.ts';
import { dueSummary } from '../steps/payment/due-summary.server.ts';
import { type PaymentFacts, paymentData, paymentParts } from '../steps/payment/payment-data.server.ts';
import { decidedAddress, takePayment } from '../steps/payment/take-payment.server.ts';
import {
  type FormFields,
  type Loaded,
  type PageRequest,
  problem,
  type Problem,
  redirect,
  type Redirect,
  show,
  type Submitted,
} from '../web/page.server.ts';
import { answerUpsell } from './answer-upsell.server.ts';
import { oneClickOf } from './one-click.server.ts';
import { answerTo, mayOffer, type UpsellAhead, upsellAhead } from './upsell-ahead.server.ts';
import type { UpsellOfferData, UpsellPaymentData } from './upsell.types.ts';
import { upsellView } from './upsell-view.server.ts';

type Gathered =
  | { readonly kind: 'offer'; readonly ahead: UpsellAhead; readonly session: CheckoutSession }
  | { readonly kind: 'facts'; readonly ahead: UpsellAhead; readonly facts: PaymentFacts }
  | Redirect
  | Problem;

/** What this buyer may do here: say whether they want the offer, or pay for it; or where they must go instead. */
async function gather(request: PageRequest): Promise<Gathered> {
  const { ctx, visit } = request;
  const main = await mainPurchase(request);
  if (!main) return redirect(request.firstStep);
  if (!main.view) return redirect(request.href(main.places.payment));
  const ahead = upsellAhead(request, visit.step, main.decisions);
  if (main.view.order.state !== 'paid' || !ahead || ahead.step !== visit.step)
    return redirect(addressOfOrder(request, main.view, main.places));
  if (!mayOffer(request, ahead, main.decisions)) return redirect(addressOfOrder(request, main.view, main.places));
  if (answerTo(ahead, main.decisions) !== 'accepted') return { kind: 'offer', ahead, session: main.session };
  const own = main.decisions.filter(({ offerId }) => offerId === ahead.offer.id);
  const purchase = await upsellPurchase(request, own);
  const lead = purchase && (await findLead(ctx, purchase.session));
  if (!purchase || !lead) return problem('upsell-without-lead');
  const { session, view, places } = purchase;
  const quote = await currentQuote(ctx, session);
  if (!quote.ok) return problem(quote.error.code);
  const seller = ahead.target.brand;
  const profiles = await profilesOf(ctx.db, session.id);
  return {
    kind: 'facts',
    ahead,
    facts: { request, session, lead, quote: quote.value, view, places, seller, profiles },
  };
}

/** The page on which an offer is paid. Without an answer to the offer it asks for one first, on a page without a script. */
export async function loadUpsellPayment(request: PageRequest): Promise<Loaded<UpsellPaymentData | UpsellOfferData>> {
  const gathered = await gather(request);
  const bought = request.visit.product.title;
  if (gathered.kind === 'redirect' || gathered.kind === 'problem') return gathered;
  if (gathered.kind === 'offer') {
    const { ahead, session } = gathered;
    const offer = upsellView(request, ahead, bought, undefined, await oneClickOf(request, session, ahead));
    return show<UpsellOfferData>({ bought, offer }, { view: 'upsell-offer', head: { seller: ahead.target.brand } });
  }
  const offer = upsellView(request, gathered.ahead, bought, gathered.facts.quote);
  const elsewhere = decidedAddress(gathered.facts);
  if (elsewhere) return redirect(elsewhere);
  const payment = paymentData(gathered.facts);
  const summary = dueSummary(gathered.facts);
  return show<UpsellPaymentData>(
    { bought, offer, payment },
    { head: { summary, parts: paymentParts(payment, request), seller: gathered.ahead.target.brand } },
  );
}

/** Answers the offer, or takes the payment for it. */
export async function submitUpsellPayment(form: FormFields, request: PageRequest): Promise<Submitted> {
  const answered = await answerUpsell(request, form);
  if (answered) return answered;
  const gathered = await gather(request);
  if (gathered.kind === 'facts') return takePayment(gathered.facts, form);
  // Turned down in another tab: the page asks again.
  return gathered.kind === 'offer' ? redirect(request.href(request.path)) : gathered;
}
