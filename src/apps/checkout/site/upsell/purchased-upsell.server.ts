import type { OrderPendingData } from '../order-status/order-pending.types.ts';
import { showOrderPending } from '../order-status/show-order-pending.server.ts';
import { mainPurchase, type Purchase, upsellPurchase } from '../order-status/purchase.server.ts';
import { orderContextOf, type OrderContext } from '../receipt/order-context.server.ts';
import {
  type PageRequest,
  type Problem,
  type Redirect,
  redirect,
  type PageResult,
} from '../../framework/page.server.ts';

/** Both purchases of a buyer who accepted and paid the offer. */
export interface PurchaseWithUpsell {
  readonly kind: 'bought';
  readonly main: OrderContext;
  readonly upsell: OrderContext & { readonly session: Purchase['session'] };
}

/** No offer was accepted: only the first purchase, which is paid. */
export interface PurchaseAlone {
  readonly kind: 'alone';
  readonly main: OrderContext & { readonly session: Purchase['session'] };
}

/**
 * The data of a page after an offer: both purchases once the offer is paid, instructions while its payment is pending, the
 * first purchase alone, or a redirect to the buyer's page.
 */
export async function loadPurchaseWithUpsell(
  request: PageRequest,
): Promise<PurchaseWithUpsell | PurchaseAlone | PageResult<OrderPendingData> | Redirect | Problem> {
  const first = await mainPurchase(request);
  const main = await orderContextOf(request, first);
  if ('kind' in main || !first) return 'kind' in main ? main : redirect(request.firstStep);
  if (main.view.order.state !== 'paid') return redirect(request.href('/success'));
  const second = await upsellPurchase(request, first.decisions);
  if (!second) return { kind: 'alone', main: { ...main, session: first.session } };
  const upsell = await orderContextOf(request, second);
  if ('kind' in upsell) return upsell;
  const { state } = upsell.view.order;
  if (state === 'refunded') return redirect(request.href('/success'));
  if (state === 'paid') return { kind: 'bought', main, upsell: { ...upsell, session: second.session } };
  const isAwaited = upsell.view.attempts[0]?.state !== 'captured';
  return state === 'partly-paid' || !isAwaited
    ? redirect(request.href(second.routes.payment))
    : showOrderPending(request, upsell);
}
