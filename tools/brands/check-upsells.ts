import type { BrandProblem } from '#src/branding/files/brand-problem.ts';
import type { BrandRegistry } from '#src/branding/registry/brand-registry.server.ts';
import { findUpsell, type UpsellProblem } from '#src/branding/registry/find-upsell.server.ts';
import { offeredMethods } from '#src/domain/catalog/products/index.ts';
import type { RailManifest } from '#src/domain/payments/index.ts';

const mistakes: Readonly<Record<UpsellProblem, string>> = {
  brand: 'names a brand that does not exist',
  product: 'names a product that the brand does not sell',
  plan: 'names a plan that the product does not have',
  market: 'names a plan of another market',
};

/** Offers after a purchase: their references exist, and a gateway takes the payment. */
export function checkUpsells(
  registry: BrandRegistry,
  rails: readonly RailManifest[],
  report: (problem: BrandProblem) => void,
): void {
  for (const brand of registry.brands) {
    const folder = brand.variant === null ? brand.brand : `${brand.brand}/variants/${brand.variant}`;
    const sister = brand.sister && registry.byId.get(brand.sister.brand);
    if (sister && sister.market !== brand.market)
      report({ file: `${folder}/brand.json`, key: 'sister.brand', message: `sells in ${sister.market} only` });
    for (const flow of brand.flows) {
      for (const { id, props } of flow.steps) {
        const sayOf = (key: string) => (message: string) =>
          report({ file: `${folder}/flows/${flow.id}.json`, key: `steps.${id}.props.${key}`, message });
        const target = props.upsell ? findUpsell(registry, brand, props.upsell) : null;
        const seller = (target === null || typeof target === 'string' ? brand.products[0] : target.product).business;
        const named = props.plan?.business;
        if (named !== undefined && named !== seller) sayOf('plan.business')(`is not who sells the plan: ${seller}`);
        if (target === null) continue;
        const say = sayOf('upsell');
        if (typeof target === 'string') {
          say(mistakes[target]);
          continue;
        }
        const { market } = target.plan;
        const isChargeable = offeredMethods(target.plan).some(({ method }) =>
          rails.some((rail) => rail.methods.includes(method) && rail.markets.includes(market)),
        );
        if (!isChargeable) say('sells something that nobody takes money for');
      }
    }
  }
}
