import type { OrderView } from '#src/domain/orders/index.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import { orderStateKey } from './order-status.ts';
import { pageForOrder } from './page-for-order.ts';
import type { PurchaseRoutes } from './purchase-routes.ts';
import type { WatchedOrder } from './use-order-watch.ts';

/** The address of the buyer's current page for this order. */
export function orderAddress(request: PageRequest, view: OrderView, routes: PurchaseRoutes): string {
  if (routes.isOnePage) return request.href(isPaidOrRefunded(view) ? routes.done : routes.payment);
  const newest = view.attempts[0];
  const page = pageForOrder(view, newest ? request.ctx.rails.byId(newest.rail) : null);
  if (page === '/payment') return request.href(routes.payment);
  if (page !== '/success') return request.href(page);
  return request.href(isPaidOrRefunded(view) ? routes.done : routes.awaiting);
}

/** The address that selects another payment method although one is open. */
export function chooseMethodAddress({ href }: Pick<PageRequest, 'href'>, { payment, choice }: PurchaseRoutes): string {
  return href(payment, choice ?? {});
}

/** Whether nothing is due for the order. */
export function isPaidOrRefunded({ order }: OrderView): boolean {
  return order.state === 'paid' || order.state === 'refunded';
}

/** The data of a page that watches this order. */
export function watchedOrder(
  { href, path }: Pick<PageRequest, 'href' | 'path'>,
  { order, attempts }: OrderView,
): WatchedOrder {
  const newest = attempts[0];
  return {
    orderId: order.id,
    knownState: orderStateKey({ state: order.state, attempt: newest ?? null }),
    here: href(path),
  };
}
