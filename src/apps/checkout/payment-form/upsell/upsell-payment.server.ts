import { findLead } from '#src/domain/checkout/leads/index.server.ts';
import { usableProfiles } from '#src/domain/payments/profiles/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import { mainPurchase, upsellPurchase } from '../../site/order-status/purchase.server.ts';
import { orderAddress } from '../../site/order-status/order-address.server.ts';
import { dueSummary } from '../due-summary.server.ts';
import { type PaymentContext, paymentData, paymentParts } from '../payment-data.server.ts';
import { decidedOrderAddress, submitPayment } from '../submit-payment.server.ts';
import {
  type FormFields,
  type LoadResult,
  type PageRequest,
  problem,
  type Problem,
  redirect,
  type Redirect,
  show,
  type SubmitResult,
} from '../../framework/page.server.ts';
import { answerUpsell } from '../../site/upsell/answer-upsell.server.ts';
import { oneClickOf } from '../../site/upsell/one-click.server.ts';
import { decisionFor, mayOffer, type NextUpsell, nextUpsell } from '../../site/upsell/next-upsell.server.ts';
import type { UpsellOfferData } from '../../site/upsell/upsell.types.ts';
import type { UpsellPaymentData } from './upsell-payment-view.tsx';
import { upsellView } from '../../site/upsell/upsell-view.server.ts';

type Gathered =
  | { readonly kind: 'offer'; readonly nextOffer: NextUpsell; readonly session: CheckoutSession }
  | { readonly kind: 'context'; readonly nextOffer: NextUpsell; readonly context: PaymentContext }
  | Redirect
  | Problem;

/** The current stage of this buyer's offer: answer or payment; or a redirect to the buyer's page. */
async function gather(request: PageRequest): Promise<Gathered> {
  const { ctx, visit } = request;
  const main = await mainPurchase(request);
  if (!main) return redirect(request.firstStep);
  if (!main.view) return redirect(request.href(main.routes.payment));
  const nextOffer = nextUpsell(request, visit.step, main.decisions);
  if (main.view.order.state !== 'paid' || !nextOffer || nextOffer.step !== visit.step)
    return redirect(orderAddress(request, main.view, main.routes));
  if (!mayOffer(request, nextOffer, main.decisions)) return redirect(orderAddress(request, main.view, main.routes));
  if (decisionFor(nextOffer, main.decisions) !== 'accepted') return { kind: 'offer', nextOffer, session: main.session };
  const own = main.decisions.filter(({ offerId }) => offerId === nextOffer.offer.id);
  const purchase = await upsellPurchase(request, own);
  const lead = purchase && (await findLead(ctx, purchase.session));
  if (!purchase || !lead) return problem('upsell-without-lead');
  const { session, view, routes } = purchase;
  const quote = await currentQuote(ctx, session);
  if (!quote.ok) return problem(quote.error.code);
  const seller = nextOffer.target.brand;
  const profiles = await usableProfiles(ctx.db, session.id);
  return {
    kind: 'context',
    nextOffer,
    context: { request, session, lead, quote: quote.value, view, routes, seller, profiles },
  };
}

/** The payment page of an offer. Without an answer to the offer, it first shows the offer, on a page without a script. */
export async function loadUpsellPayment(
  request: PageRequest,
): Promise<LoadResult<UpsellPaymentData | UpsellOfferData>> {
  const gathered = await gather(request);
  const bought = request.visit.product.title;
  if (gathered.kind === 'redirect' || gathered.kind === 'problem') return gathered;
  if (gathered.kind === 'offer') {
    const { nextOffer, session } = gathered;
    const offer = upsellView(request, nextOffer, bought, undefined, await oneClickOf(request, session, nextOffer));
    return show<UpsellOfferData>({ bought, offer }, { view: 'upsell-offer', head: { seller: nextOffer.target.brand } });
  }
  const offer = upsellView(request, gathered.nextOffer, bought, gathered.context.quote);
  const redirectTo = decidedOrderAddress(gathered.context);
  if (redirectTo) return redirect(redirectTo);
  const payment = paymentData(gathered.context);
  const summary = dueSummary(gathered.context);
  return show<UpsellPaymentData>(
    { bought, offer, payment },
    { head: { summary, parts: paymentParts(payment, request), seller: gathered.nextOffer.target.brand } },
  );
}

/** Handles the answer to the offer, or its payment. */
export async function submitUpsellPayment(form: FormFields, request: PageRequest): Promise<SubmitResult> {
  const answered = await answerUpsell(request, form);
  if (answered) return answered;
  const gathered = await gather(request);
  if (gathered.kind === 'context') return submitPayment(gathered.context, form);
  // Declined in another tab: the page shows the offer again.
  return gathered.kind === 'offer' ? redirect(request.href(request.path)) : gathered;
}
