import { acceptUpsell, declineUpsell } from '#src/domain/upsells/index.server.ts';
import { mainPurchase, upsellPurchase } from '../status/purchase.server.ts';
import { pathOfStep } from '../status/purchase-places.ts';
import { addressOfOrder } from '../status/standing.server.ts';
import { type FormFields, type PageRequest, redirect, type Redirect } from '../web/page.server.ts';
import type { UpsellAhead } from './upsell-ahead.server.ts';

/**
 * Answers a posted yes or no to an offer; null when the form says neither. Yes leads to where it is paid, no to where the
 * flow goes on without it. Pressed again, or on an older copy of the page, it leads to where the buyer belongs by now.
 */
export async function answerUpsell(
  request: PageRequest,
  ahead: UpsellAhead | null,
  form: FormFields,
): Promise<Redirect | null> {
  const { upsell: answer } = form;
  if (answer !== 'accept' && answer !== 'decline') return null;
  const session = await request.findSession();
  if (!session) return redirect(request.firstStep);
  if (ahead && answer === 'accept') {
    const accepted = await acceptUpsell(request.ctx, session, ahead.offer);
    if (accepted.ok && accepted.value.orderId === null) return redirect(request.href(pathOfStep(ahead.step)));
  }
  // What cannot be turned down any more leads to its own page below.
  if (ahead && answer === 'decline') await declineUpsell(request.ctx, session, ahead.offer.id);
  return redirect(await placeNow(request));
}

/** Where this buyer belongs: with the offer that they are paying, else with the purchase before it. */
async function placeNow(request: PageRequest): Promise<string> {
  const main = await mainPurchase(request);
  const purchase = (main && (await upsellPurchase(request, main.decisions))) ?? main;
  if (!purchase) return request.firstStep;
  const { view, places } = purchase;
  return view ? addressOfOrder(request, view, places) : request.href(places.payment);
}
