import { offeredMethods } from '#src/domain/catalog/products/index.ts';
import type { GatewayDirectory } from '#src/domain/context.server.ts';
import { upsellStepAfter } from '#src/domain/checkout/flows/index.ts';
import type { Flow, FlowStep } from '../../domain/catalog/brand-data/index.ts';
import type { UpsellOffer } from '#src/domain/sales/upsells/index.ts';
import type { Brand } from '../brand.types.ts';
import type { BrandRegistry } from './brand-registry.server.ts';
import { findUpsell, type UpsellTarget } from './find-upsell.server.ts';

/** An offer that a flow makes after its purchase, found in the brands' data. */
export interface NextUpsell {
  /** The step that sells it. */
  readonly step: FlowStep;
  readonly target: UpsellTarget;
  readonly offer: UpsellOffer;
  /** A chat for questions, where the flow names one. */
  readonly chat: string | null;
}

/** A purchase and the buyer's step in its flow; a page that is no step of the flow counts as before the first. */
export interface UpsellPosition {
  readonly brand: Brand;
  readonly flow: Flow;
  readonly from: FlowStep | null;
  /** Whether the purchase's seller may offer live classes. */
  readonly isSellerLive: boolean;
  /** The offers that the buyer turned down: a smaller one may take their place. */
  readonly isDeclined?: (offerId: string) => boolean;
}

/**
 * The offer at or after a step of a flow; null when there is none, when only other sellers may offer it, or when no
 * gateway could take the money for it.
 */
export function upsellOffer(
  brands: BrandRegistry,
  gateways: Pick<GatewayDirectory, 'choose'>,
  { brand: own, flow, from, isSellerLive, isDeclined }: UpsellPosition,
): NextUpsell | null {
  const step = upsellStepAfter(flow, from, isDeclined);
  const props = step?.props.upsell;
  if (!step || !props || (props.needsLiveSeller && !isSellerLive)) return null;
  const target = findUpsell(brands, own, props);
  if (typeof target === 'string') return null;
  const { brand, product, plan, basisPoints } = target;
  const { business, code: productCode } = product;
  if (!offeredMethods(plan).some(({ method }) => gateways.choose(business, plan.market, method))) return null;
  const sold = { brand: brand.brand, variant: brand.variant, business, productCode, planId: plan.id };
  return { step, target, offer: { id: step.id, ...sold, basisPoints }, chat: props.chat ?? null };
}
