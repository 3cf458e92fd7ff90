/** Composes who collects what: the file of the routes, checked against the gateways and the businesses that exist. */
import type { BrandRegistry } from '#src/branding/index.server.ts';
import { type GatewayRoute, readRoutes, usualRoutesFile } from '#src/gateways/gateway-routes.server.ts';
import { gatewayFactories } from '#src/gateways/registry.server.generated.ts';
import type { Env } from '#src/kernel/env/env.server.ts';
import { RefusedStart } from '#src/kernel/process/start-refusal.server.ts';

/** Reads the routes; a mistake in them stops the start. */
export function loadRoutes(
  { gatewayRoutesFile }: Pick<Env, 'gatewayRoutesFile'>,
  { brands }: Pick<BrandRegistry, 'brands'>,
): readonly GatewayRoute[] {
  const file = gatewayRoutesFile ?? usualRoutesFile;
  const read = readRoutes(file, Object.values(gatewayFactories), businessesOf(brands));
  if (read.ok) return read.value;
  const lines = read.error.map(({ key, message }) => `${file}: ${key} ${message}`);
  throw new RefusedStart(`The choice of gateways has mistakes:\n${lines.join('\n')}`);
}

/** Whoever sells something. */
export function businessesOf(brands: BrandRegistry['brands']): ReadonlySet<string> {
  return new Set(brands.flatMap(({ products }) => products.map(({ business }) => business)));
}
