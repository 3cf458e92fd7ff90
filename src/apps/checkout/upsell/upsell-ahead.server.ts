import { type UpsellAhead, upsellOffer } from '#src/branding/index.server.ts';
import { type FlowStep, stepById } from '#src/domain/flows/index.ts';
import type { UpsellDecision } from '#src/domain/upsells/index.ts';
import type { PageRequest } from '../web/page.server.ts';

export type { UpsellAhead } from '#src/branding/index.server.ts';

/**
 * What is offered to this visit at or after a step of its flow; null when nothing is. With what its buyer said so far,
 * something smaller takes the place of what they turned down, where the flow has that.
 */
export function upsellAhead(
  { ctx, brands, visit }: PageRequest,
  from: FlowStep | null,
  decisions: readonly UpsellDecision[] = [],
): UpsellAhead | null {
  const { brand, flow, seller } = visit;
  const isDeclined = (id: string): boolean =>
    decisions.some(({ offerId, decision }) => offerId === id && decision === 'declined');
  return upsellOffer(brands, ctx.gateways, { brand, flow, from, isSellerLive: seller.isLiveEnabled, isDeclined });
}

/** The offer that a form answers: the one that it names, else the one that is made where it stands. */
export function offerAnswered(
  request: PageRequest,
  { offer }: Readonly<Record<string, string>>,
  decisions: readonly UpsellDecision[],
): UpsellAhead | null {
  const { flow, step } = request.visit;
  const named = offer === undefined ? null : stepById(flow, offer);
  return named?.props.upsell ? upsellAhead(request, named) : upsellAhead(request, step, decisions);
}

/** Whether an offer may still be made: new ones can be switched off, while one that was accepted is paid all the same. */
export function mayOffer({ flags }: PageRequest, ahead: UpsellAhead, decisions: readonly UpsellDecision[]): boolean {
  return flags['upsell-offer'] || answerTo(ahead, decisions) === 'accepted';
}

/** What the buyer said to an offer; null while they have not. */
export function answerTo(
  { offer }: UpsellAhead,
  decisions: readonly UpsellDecision[],
): UpsellDecision['decision'] | null {
  return decisions.find(({ offerId }) => offerId === offer.id)?.decision ?? null;
}
