import { type UpsellAhead, upsellOffer } from '#src/branding/index.server.ts';
import type { FlowStep } from '#src/domain/flows/index.ts';
import type { UpsellDecision } from '#src/domain/upsells/index.ts';
import type { PageRequest } from '../web/page.server.ts';

export type { UpsellAhead } from '#src/branding/index.server.ts';

/** What is offered to this visit at or after a step of its flow; null when nothing is. */
export function upsellAhead({ ctx, brands, visit }: PageRequest, from: FlowStep | null): UpsellAhead | null {
  const { brand, flow, seller } = visit;
  return upsellOffer(brands, ctx.gateways, { brand, flow, from, isSellerLive: seller.isLiveEnabled });
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
