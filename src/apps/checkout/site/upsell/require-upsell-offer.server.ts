import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { mainPurchase, upsellPurchase } from '../order-status/purchase.server.ts';
import { orderAddress, isPaidOrRefunded } from '../order-status/order-address.server.ts';
import { type PageRequest, redirect, type Redirect } from '../../framework/page.server.ts';
import { oneClickOf } from './one-click.server.ts';
import type { OneClick } from './upsell.types.ts';
import { mayOffer, type NextUpsell, nextUpsell } from './next-upsell.server.ts';

/** An offer that a page makes to a buyer who has paid. */
export interface OfferedUpsell {
  readonly kind: 'offered';
  readonly nextOffer: NextUpsell;
  /** The session in which the offer is paid; null while it was not accepted. */
  readonly session: CheckoutSession | null;
  /** Present where one click buys it. */
  readonly oneClick: OneClick | null;
}

/**
 * What a page before the payment of an offer is about; or where the buyer belongs instead: before they have paid, once
 * the offer is paid too, and where nothing is offered to them. Whoever only turned it down may think again.
 */
export async function requireUpsellOffer(request: PageRequest): Promise<OfferedUpsell | Redirect> {
  const main = await mainPurchase(request);
  if (!main) return redirect(request.firstStep);
  const { view, routes } = main;
  if (!view) return redirect(request.href(routes.payment));
  const nextOffer = nextUpsell(request, request.visit.step, main.decisions);
  if (view.order.state !== 'paid' || !nextOffer || !mayOffer(request, nextOffer, main.decisions))
    return redirect(orderAddress(request, view, routes));
  const own = main.decisions.filter(({ offerId }) => offerId === nextOffer.offer.id);
  const purchase = await upsellPurchase(request, own);
  if (purchase?.view && isPaidOrRefunded(purchase.view))
    return redirect(orderAddress(request, purchase.view, purchase.routes));
  const oneClick = await oneClickOf(request, main.session, nextOffer);
  return { kind: 'offered', nextOffer, session: purchase?.session ?? null, oneClick };
}
