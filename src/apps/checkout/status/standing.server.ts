import type { OrderView } from '#src/domain/orders/index.ts';
import type { PageRequest } from '../web/page.server.ts';
import { standingOf } from './order-status.ts';
import { placeOfOrder } from './place-of-order.ts';
import type { PurchasePlaces } from './purchase-places.ts';
import type { WatchedOrder } from './use-order-watch.ts';

/** Where this order's buyer belongs, as an address. */
export function addressOfOrder(request: PageRequest, view: OrderView, places: PurchasePlaces): string {
  if (places.isOnePage) return request.href(isSettled(view) ? places.done : places.payment);
  const newest = view.attempts[0];
  const place = placeOfOrder(view, newest ? request.ctx.rails.byId(newest.rail) : null);
  if (place === '/payment') return request.href(places.payment);
  if (place !== '/success') return request.href(place);
  return request.href(isSettled(view) ? places.done : places.awaiting);
}

/** Where another way to pay is chosen although one is open. */
export function addressToChoose({ href }: Pick<PageRequest, 'href'>, { payment, choice }: PurchasePlaces): string {
  return href(payment, choice ?? {});
}

/** Whether the order owes nothing (any more). */
export function isSettled({ order }: OrderView): boolean {
  return order.state === 'paid' || order.state === 'refunded';
}

/** What a page that watches this order needs. */
export function watchedOrder(
  { href, path }: Pick<PageRequest, 'href' | 'path'>,
  { order, attempts }: OrderView,
): WatchedOrder {
  const newest = attempts[0];
  return { orderId: order.id, seen: standingOf({ state: order.state, attempt: newest ?? null }), here: href(path) };
}
