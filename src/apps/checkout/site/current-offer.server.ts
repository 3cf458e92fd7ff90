import type { Product } from '#src/domain/catalog/products/index.ts';
import { type ChosenOffer, chosenOffer, type ComputedQuote, extrasOf } from '#src/domain/checkout/quotes/index.ts';
import { currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import { orderOfSession } from '#src/domain/orders/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { type PageRequest, problem, type Problem, redirect, type Redirect } from '../framework/page.server.ts';
import { soldOutAddress } from './sold-out.server.ts';
import { linkQuote } from './summary.server.ts';

/** The offer of a step before the payment, at the current price. */
export interface CurrentOffer extends ChosenOffer {
  readonly kind: 'offer';
  readonly quote: ComputedQuote;
  /** Null until the buyer has submitted a step. */
  readonly session: CheckoutSession | null;
}

/**
 * What this buyer would pay for now: by the link alone, or by their answers so far. After a payment nothing is offered any
 * more: the payment page redirects.
 */
export async function currentOffer(request: PageRequest): Promise<CurrentOffer | Redirect | Problem> {
  const { ctx, visit } = request;
  const session = await request.findSession();
  const view = session?.orderId ? await orderOfSession(ctx, session.id) : null;
  if (view && view.order.received > 0n) return redirect(request.href('/payment'));
  const offer = chosenOffer(visit.product, visit.query.values, session?.answers ?? {});
  const computed = session?.leadId ? await currentQuote(ctx, session) : null;
  // Steps before the payment show the plan's price; the payment shows when it is charged.
  const quote = computed?.ok && !computed.value.trial ? computed.value : await linkQuote(request, session);
  if (offer && quote) return { kind: 'offer', ...soldBy(quote, visit.product, offer, session), quote, session };
  const soldOut = await soldOutAddress(request);
  return soldOut === null ? problem('plan-not-found') : redirect(soldOut);
}

/** The plan of a quote, with its additions: for an event's tickets the plan of the lot on sale. */
function soldBy(
  { planId }: ComputedQuote,
  { plans }: Product,
  offer: ChosenOffer,
  session: CheckoutSession | null,
): ChosenOffer {
  const plan = plans.find(({ id }) => id === planId);
  return plan && plan !== offer.plan ? { plan, extras: extrasOf(plan, session?.answers ?? {}) } : offer;
}
