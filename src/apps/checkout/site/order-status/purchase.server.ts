import { stepById } from '#src/domain/checkout/flows/index.ts';
import type { FlowStep } from '#src/domain/catalog/brand-data/index.ts';
import { orderOfSession, type OrderView } from '#src/domain/orders/index.server.ts';
import { pipelinedReads } from '#src/kernel/db/pipeline.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { type UpsellDecision, upsellDecisions } from '#src/domain/sales/upsells/index.server.ts';
import { mayOffer, nextUpsell } from '../upsell/next-upsell.server.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import { mainRoutes, type PurchaseRoutes, upsellRoutes } from './purchase-routes.ts';

/** One purchase of a buyer: the session that pays it, its order once there is one, and its pages. */
export interface Purchase {
  readonly session: CheckoutSession;
  readonly view: OrderView | null;
  readonly routes: PurchaseRoutes;
  /** The step with its payment. */
  readonly step: FlowStep | null;
}

/** The flow's own purchase, and the buyer's answers to later offers; null before there is a session. */
export async function mainPurchase(
  request: PageRequest,
): Promise<(Purchase & { readonly decisions: readonly UpsellDecision[] }) | null> {
  const { flow } = request.visit;
  const session = await request.findSession();
  if (!session) return null;
  const { ctx } = request;
  const { id, orderId } = session;
  const [view, answers] = await pipelinedReads(ctx.db, (db) => {
    const one = { ...ctx, db };
    return Promise.all([orderOfSession(one, id), orderId === null ? [] : upsellDecisions(one, orderId)]);
  });
  const paid = view?.order.state === 'paid' ? view.order.id : null;
  // Another tab may have created another order since the session was read.
  const decisions = paid === null ? [] : paid === orderId ? answers : await upsellDecisions(ctx, paid);
  const step = flow.steps.find(({ template }) => template === 'payment') ?? null;
  const declined = new Set(decisions.flatMap(({ offerId, decision }) => (decision === 'declined' ? [offerId] : [])));
  const isOfferClosed = (stepId: string): boolean => {
    const nextOffer = nextUpsell(request, stepById(flow, stepId));
    return declined.has(stepId) || !nextOffer || !mayOffer(request, nextOffer, decisions);
  };
  return { session, view, routes: mainRoutes(flow, isOfferClosed), step, decisions };
}

/** The purchase of the offer that this buyer accepted last; null without one. */
export async function upsellPurchase(
  request: PageRequest,
  decisions: readonly UpsellDecision[],
): Promise<Purchase | null> {
  const { flow } = request.visit;
  for (const { decision, session, offerId } of decisions) {
    const routes = decision === 'accepted' ? upsellRoutes(flow, offerId) : null;
    if (!session || !routes) continue;
    const view = await orderOfSession(request.ctx, session.id);
    return { session, view, routes, step: stepById(flow, offerId) };
  }
  return null;
}

/**
 * The purchase of pages without one of their own: waiting, verifying, parsing. After the first purchase is paid, it is the
 * accepted offer whose payment began.
 */
export async function currentPurchase(request: PageRequest): Promise<Purchase | null> {
  const main = await mainPurchase(request);
  if (!main) return null;
  const upsell = await upsellPurchase(request, main.decisions);
  return upsell?.view ? upsell : main;
}
