import type { AwaitingData } from '../pages/awaiting/awaiting.types.ts';
import { loadAwaiting } from '../pages/awaiting/load-awaiting.server.ts';
import { mainPurchase, type Purchase, upsellPurchase } from '../status/purchase.server.ts';
import { factsOf, type OrderFacts } from '../steps/success/order-facts.server.ts';
import { type PageRequest, type Problem, type Redirect, redirect, type Showing } from '../web/page.server.ts';

/** Both purchases of a buyer who took the offer and paid it. */
export interface BoughtBoth {
  readonly kind: 'bought';
  readonly main: OrderFacts;
  readonly upsell: OrderFacts & { readonly session: Purchase['session'] };
}

/** No offer was accepted: only the first purchase, which is paid. */
export interface BoughtOne {
  readonly kind: 'alone';
  readonly main: OrderFacts & { readonly session: Purchase['session'] };
}

/**
 * What a page after an offer is about: both purchases once the offer is paid, how to pay it while its money is awaited,
 * the first purchase alone, or where the buyer belongs instead.
 */
export async function boughtWithUpsell(
  request: PageRequest,
): Promise<BoughtBoth | BoughtOne | Showing<AwaitingData> | Redirect | Problem> {
  const first = await mainPurchase(request);
  const main = await factsOf(request, first);
  if ('kind' in main || !first) return 'kind' in main ? main : redirect(request.firstStep);
  if (main.view.order.state !== 'paid') return redirect(request.href('/success'));
  const second = await upsellPurchase(request, first.decisions);
  if (!second) return { kind: 'alone', main: { ...main, session: first.session } };
  const upsell = await factsOf(request, second);
  if ('kind' in upsell) return upsell;
  const { state } = upsell.view.order;
  if (state === 'refunded') return redirect(request.href('/success'));
  if (state === 'paid') return { kind: 'bought', main, upsell: { ...upsell, session: second.session } };
  const isAwaited = upsell.view.attempts[0]?.state !== 'captured';
  return state === 'partly-paid' || !isAwaited
    ? redirect(request.href(second.places.payment))
    : loadAwaiting(request, upsell);
}
