import { acceptUpsell, buyUpsell, declineUpsell, oneClickLabel } from '#src/domain/sales/upsells/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { mainPurchase, upsellPurchase } from '../order-status/purchase.server.ts';
import { pathOfStep } from '../order-status/purchase-routes.ts';
import { orderAddress } from '../order-status/order-address.server.ts';
import { type FormFields, type PageRequest, redirect, type Redirect } from '../../framework/page.server.ts';
import { postedChoice } from './one-click.server.ts';
import { answeredUpsell, type NextUpsell } from './next-upsell.server.ts';

const answers: ReadonlySet<string> = new Set(['accept', 'buy', 'decline']);

/**
 * Handles the posted answer to an offer; null when the form has none. Yes leads to its payment, `buy` pays with the
 * instrument that was just used, no leads to the next step without the offer. A second submit, or an older copy of the
 * page, redirects to the buyer's current page.
 */
export async function answerUpsell(request: PageRequest, form: FormFields): Promise<Redirect | null> {
  const { upsell: answer = '' } = form;
  if (!answers.has(answer)) return null;
  const main = await mainPurchase(request);
  if (!main) return redirect(request.firstStep);
  const { session } = main;
  const nextOffer = answeredUpsell(request, form, main.decisions);
  if (nextOffer && answer === 'buy') {
    if (!(await buy(request, session, nextOffer, form))) return redirect(request.href(pathOfStep(nextOffer.step)));
  }
  if (nextOffer && answer === 'accept') {
    const accepted = await acceptUpsell(request.ctx, session, nextOffer.offer);
    if (accepted.ok && accepted.value.orderId === null) return redirect(request.href(pathOfStep(nextOffer.step)));
  }
  // An offer that cannot be declined any more redirects to its own page below.
  if (nextOffer && answer === 'decline') await declineUpsell(request.ctx, session, nextOffer.offer.id);
  return redirect(await currentPageAddress(request));
}

/** False when no payment began: the accepted offer is paid on its own page. */
async function buy(
  request: PageRequest,
  session: CheckoutSession,
  nextOffer: NextUpsell,
  form: FormFields,
): Promise<boolean> {
  const { ctx, browser } = request;
  const choice = await postedChoice(request, session, nextOffer, form['installments'] ?? '');
  if (!choice) {
    await acceptUpsell(ctx, session, nextOffer.offer);
    return false;
  }
  const { userAgent, language, ip } = browser;
  const bought = await buyUpsell(ctx, session, nextOffer.offer, {
    installments: choice.count,
    shownAmount: choice.total,
    agreed: { label: oneClickLabel, text: choice.text },
    browser: { userAgent, language, ip },
  });
  return bought.ok || bought.error === 'order-not-paid' || bought.error === 'under-way';
}

/** The buyer's current page: of the accepted offer, else of the purchase before it. */
async function currentPageAddress(request: PageRequest): Promise<string> {
  const main = await mainPurchase(request);
  const purchase = (main && (await upsellPurchase(request, main.decisions))) ?? main;
  if (!purchase) return request.firstStep;
  const { view, routes } = purchase;
  return view ? orderAddress(request, view, routes) : request.href(routes.payment);
}
