import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { mainPurchase, upsellPurchase } from '../order-status/purchase.server.ts';
import { orderAddress, isPaidOrRefunded } from '../order-status/order-address.server.ts';
import { type PageRequest, redirect, type Redirect } from '../../framework/page.server.ts';
import { oneClickOf } from './one-click.server.ts';
import type { OneClick } from './upsell.types.ts';
import { mayOffer, type NextUpsell, nextUpsell } from './next-upsell.server.ts';

/** An offer of a page to a buyer who has paid. */
export interface OfferedUpsell {
  readonly kind: 'offered';
  readonly nextOffer: NextUpsell;
  /** The session that pays the offer; null before it is accepted. */
  readonly session: CheckoutSession | null;
  /** Present where one click buys it. */
  readonly oneClick: OneClick | null;
}

/**
 * The offer of a page before its payment; or a redirect: before the first payment, after the offer's payment, and without
 * an offer. A buyer who only declined it may still accept.
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
