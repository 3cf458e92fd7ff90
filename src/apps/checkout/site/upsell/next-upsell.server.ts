import { type NextUpsell, upsellOffer } from '#src/branding/index.server.ts';
import { stepById } from '#src/domain/checkout/flows/index.ts';
import type { FlowStep } from '#src/domain/catalog/brand-data/index.ts';
import type { UpsellDecision } from '#src/domain/sales/upsells/index.ts';
import type { PageRequest } from '../../framework/page.server.ts';

export type { NextUpsell } from '#src/branding/index.server.ts';

/**
 * The offer of this visit at or after a step of its flow; null without one. After a declined offer, a smaller one replaces
 * it where the flow has one.
 */
export function nextUpsell(
  { ctx, brands, visit }: PageRequest,
  from: FlowStep | null,
  decisions: readonly UpsellDecision[] = [],
): NextUpsell | null {
  const { brand, flow, seller } = visit;
  const isDeclined = (id: string): boolean =>
    decisions.some(({ offerId, decision }) => offerId === id && decision === 'declined');
  return upsellOffer(brands, ctx.gateways, { brand, flow, from, isSellerLive: seller.isLiveEnabled, isDeclined });
}

/** The offer that a form answers: the one it names, else the one of its page. */
export function answeredUpsell(
  request: PageRequest,
  { offer }: Readonly<Record<string, string>>,
  decisions: readonly UpsellDecision[],
): NextUpsell | null {
  const { flow, step } = request.visit;
  const named = offer === undefined ? null : stepById(flow, offer);
  return named?.props.upsell ? nextUpsell(request, named) : nextUpsell(request, step, decisions);
}

/** Whether an offer may still be made: new ones can be disabled, while an accepted one can still be paid. */
export function mayOffer({ flags }: PageRequest, nextOffer: NextUpsell, decisions: readonly UpsellDecision[]): boolean {
  return flags['upsell-offer'] || decisionFor(nextOffer, decisions) === 'accepted';
}

/** The buyer's answer to an offer; null without one. */
export function decisionFor(
  { offer }: NextUpsell,
  decisions: readonly UpsellDecision[],
): UpsellDecision['decision'] | null {
  return decisions.find(({ offerId }) => offerId === offer.id)?.decision ?? null;
}
