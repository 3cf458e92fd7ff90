import { findUpsell, type UpsellTarget } from '#src/branding/index.server.ts';
import { offeredMethods } from '#src/domain/catalog/index.ts';
import { type FlowStep, upsellStepAfter } from '#src/domain/flows/index.ts';
import type { UpsellDecision, UpsellOffer } from '#src/domain/upsells/index.ts';
import type { PageRequest } from '../web/page.server.ts';

/** An offer that a flow makes after its purchase, found in the brands' data. */
export interface UpsellAhead {
  /** The step that sells it. */
  readonly step: FlowStep;
  readonly target: UpsellTarget;
  readonly offer: UpsellOffer;
  /** A chat for questions, where the flow names one. */
  readonly chat: string | null;
}

/**
 * What is offered at or after a step of this visit's flow; null when nothing is, when only other sellers may offer it,
 * or when nobody could take the money for it.
 */
export function upsellAhead({ ctx, brands, visit }: PageRequest, from: FlowStep | null): UpsellAhead | null {
  const step = upsellStepAfter(visit.flow, from);
  const props = step?.props.upsell;
  if (!step || !props || (props.needsLiveSeller && !visit.seller.isLiveEnabled)) return null;
  const target = findUpsell(brands, visit.brand, props);
  if (typeof target === 'string') return null;
  const { brand, product, plan, basisPoints } = target;
  const { business, code: productCode } = product;
  if (!offeredMethods(plan).some(({ method }) => ctx.gateways.choose(business, plan.market, method))) return null;
  return {
    step,
    target,
    offer: {
      id: step.id,
      brand: brand.brand,
      variant: brand.variant,
      business,
      productCode,
      planId: plan.id,
      basisPoints,
    },
    chat: props.chat ?? null,
  };
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
