import type { PageRequest } from '../../framework/page.server.ts';
import type { Subscription } from '#src/domain/subscriptions/subscriptions/index.ts';
import { offeredMethods } from '#src/domain/catalog/products/index.ts';

/** States in which a billing period is already due. */
export const overdueStates: ReadonlySet<string> = new Set(['past-due', 'suspended']);

/** The first payment method of the plan whose gateway verifies an instrument without a charge and saves it. */
export function cardSavingMethod({ ctx }: PageRequest, subscription: Subscription) {
  const { brand, variant, productCode, planId, business, market } = subscription;
  const product = ctx.catalog.product(brand, variant, productCode);
  const plan = product?.plans.find(({ id }) => id === planId) ?? product?.plans[0];
  for (const { method } of plan ? offeredMethods(plan) : []) {
    const rail = ctx.rails.byMethod(method);
    if (!rail || rail.hasOwnPages || !rail.markets.includes(market)) continue;
    const gateway = ctx.gateways.choose(business, market, method, { verifies: true });
    if (gateway?.verify && gateway.identify) return { method, rail: rail.id, gateway: gateway.id };
  }
  return null;
}
