import { acceptUpsell, buyUpsell, declineUpsell, oneClickLabel } from '#src/domain/upsells/index.server.ts';
import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import { mainPurchase, upsellPurchase } from '../status/purchase.server.ts';
import { pathOfStep } from '../status/purchase-places.ts';
import { addressOfOrder } from '../status/standing.server.ts';
import { type FormFields, type PageRequest, redirect, type Redirect } from '../web/page.server.ts';
import { choiceMade } from './one-click.server.ts';
import { offerAnswered, type UpsellAhead } from './upsell-ahead.server.ts';

const answers: ReadonlySet<string> = new Set(['accept', 'buy', 'decline']);

/**
 * Answers a posted yes or no to an offer; null when the form says neither. Yes leads to where it is paid, `buy` pays it
 * with the means that was just used, no leads to where the flow goes on without it. Pressed again, or on an older copy of
 * the page, it leads to where the buyer belongs by now.
 */
export async function answerUpsell(request: PageRequest, form: FormFields): Promise<Redirect | null> {
  const { upsell: answer = '' } = form;
  if (!answers.has(answer)) return null;
  const main = await mainPurchase(request);
  if (!main) return redirect(request.firstStep);
  const { session } = main;
  const ahead = offerAnswered(request, form, main.decisions);
  if (ahead && answer === 'buy') {
    if (!(await buy(request, session, ahead, form))) return redirect(request.href(pathOfStep(ahead.step)));
  }
  if (ahead && answer === 'accept') {
    const accepted = await acceptUpsell(request.ctx, session, ahead.offer);
    if (accepted.ok && accepted.value.orderId === null) return redirect(request.href(pathOfStep(ahead.step)));
  }
  // What cannot be turned down any more leads to its own page below.
  if (ahead && answer === 'decline') await declineUpsell(request.ctx, session, ahead.offer.id);
  return redirect(await placeNow(request));
}

/** False when nothing was begun: the offer, which is accepted, is paid on its own page. */
async function buy(
  request: PageRequest,
  session: CheckoutSession,
  ahead: UpsellAhead,
  form: FormFields,
): Promise<boolean> {
  const { ctx, browser } = request;
  const choice = await choiceMade(request, session, ahead, form['installments'] ?? '');
  if (!choice) {
    await acceptUpsell(ctx, session, ahead.offer);
    return false;
  }
  const { userAgent, language, ip } = browser;
  const bought = await buyUpsell(ctx, session, ahead.offer, {
    installments: choice.count,
    shownAmount: choice.total,
    agreed: { label: oneClickLabel, text: choice.text },
    browser: { userAgent, language, ip },
  });
  return bought.ok || bought.error === 'order-not-paid' || bought.error === 'under-way';
}

/** Where this buyer belongs: with the offer that they are paying, else with the purchase before it. */
async function placeNow(request: PageRequest): Promise<string> {
  const main = await mainPurchase(request);
  const purchase = (main && (await upsellPurchase(request, main.decisions))) ?? main;
  if (!purchase) return request.firstStep;
  const { view, places } = purchase;
  return view ? addressOfOrder(request, view, places) : request.href(places.payment);
}
