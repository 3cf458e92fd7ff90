import path from 'node:path';
import { loadBrands } from '#src/branding/index.server.ts';
import type { RailManifest } from '#src/domain/payments/index.ts';
import { rails } from '#src/rails/registry.generated.ts';

/** Features of a plan's pages: the rails that it offers, and the rest of its payment page. */
export interface PlanFeatures {
  readonly rails: readonly string[];
  /** Further features of its payment pages: the address, and tickets on the flow's own page. */
  readonly extras: readonly string[];
  readonly hasTickets: boolean;
}

/** By brand (and variant, as `brand~variant`): the feature sets of its plans, each once. */
export function featuresOfBrands(root: string): ReadonlyMap<string, readonly PlanFeatures[]> {
  const known: readonly RailManifest[] = Object.values(rails);
  const loaded = loadBrands({
    dir: path.join(root, 'brands'),
    environment: 'production',
    sandboxOrigin: 'http://127.0.0.1',
  });
  // Mistakes in the brands' data are reported by `check-brands`; a preview build must still be possible.
  if (!loaded.ok) return new Map();
  return new Map(
    loaded.value.brands.map(({ brand, variant, features, products }): [string, PlanFeatures[]] => {
      const mixes = products.flatMap(({ plans }) =>
        plans.map(({ methods, market, ticketLot }): PlanFeatures => {
          const words = methods.flatMap(({ method, active }) => (active ? [method] : []));
          const offered = known.filter(
            (rail) => rail.markets.includes(market) && rail.methods.some((method) => words.includes(method)),
          );
          return {
            rails: offered.map(({ id }) => id),
            extras: features.hasAddressForm ? ['address'] : [],
            hasTickets: ticketLot !== null,
          };
        }),
      );
      const once = new Map(mixes.map((mix) => [JSON.stringify(mix), mix]));
      return [variant === null ? brand : `${brand}~${variant}`, [...once.values()]];
    }),
  );
}
