import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import { mainPurchase, upsellPurchase } from '../status/purchase.server.ts';
import { addressOfOrder, isSettled } from '../status/standing.server.ts';
import { type PageRequest, redirect, type Redirect } from '../web/page.server.ts';
import { oneClickOf } from './one-click.server.ts';
import type { OneClick } from './upsell.types.ts';
import { mayOffer, type UpsellAhead, upsellAhead } from './upsell-ahead.server.ts';

/** An offer that a page makes to a buyer who has paid. */
export interface OfferedHere {
  readonly kind: 'offered';
  readonly ahead: UpsellAhead;
  /** The session in which the offer is paid; null while it was not accepted. */
  readonly session: CheckoutSession | null;
  /** Present where one click buys it. */
  readonly oneClick: OneClick | null;
}

/**
 * What a page before the payment of an offer is about; or where the buyer belongs instead: before they have paid, once
 * the offer is paid too, and where nothing is offered to them. Whoever only turned it down may think again.
 */
export async function offeredHere(request: PageRequest): Promise<OfferedHere | Redirect> {
  const main = await mainPurchase(request);
  if (!main) return redirect(request.firstStep);
  const { view, places } = main;
  if (!view) return redirect(request.href(places.payment));
  const ahead = upsellAhead(request, request.visit.step, main.decisions);
  if (view.order.state !== 'paid' || !ahead || !mayOffer(request, ahead, main.decisions))
    return redirect(addressOfOrder(request, view, places));
  const own = main.decisions.filter(({ offerId }) => offerId === ahead.offer.id);
  const purchase = await upsellPurchase(request, own);
  if (purchase?.view && isSettled(purchase.view))
    return redirect(addressOfOrder(request, purchase.view, purchase.places));
  const oneClick = await oneClickOf(request, main.session, ahead);
  return { kind: 'offered', ahead, session: purchase?.session ?? null, oneClick };
}
