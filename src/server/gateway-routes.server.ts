/** Composes the gateway routes, checked against the existing gateways and businesses. */
import type { BrandRegistry } from '#src/branding/index.server.ts';
import { type GatewayRoute, readRoutes, defaultRoutesFile } from '#src/gateways/gateway-routes.server.ts';
import { gatewayFactories } from '#src/gateways/registry.server.generated.ts';
import type { Env } from '#src/server/env.server.ts';
import { StartupError } from '#src/kernel/env/startup-error.server.ts';

/** Reads the routes; a mistake in them stops the start. */
export function loadRoutes(
  { gatewayRoutesFile }: Pick<Env, 'gatewayRoutesFile'>,
  { brands }: Pick<BrandRegistry, 'brands'>,
): readonly GatewayRoute[] {
  const file = gatewayRoutesFile ?? defaultRoutesFile;
  const read = readRoutes(file, Object.values(gatewayFactories), businessesOf(brands));
  if (read.ok) return read.value;
  const lines = read.error.map(({ key, message }) => `${file}: ${key} ${message}`);
  throw new StartupError(`The choice of gateways has mistakes:\n${lines.join('\n')}`);
}

/** All businesses. */
export function businessesOf(brands: BrandRegistry['brands']): ReadonlySet<string> {
  return new Set(brands.flatMap(({ products }) => products.map(({ business }) => business)));
}
