import type { GatewayDirectory } from '#src/domain/context.server.ts';
import type { GatewayFactory, GatewaySettings } from './gateway.factory.server.ts';

/**
 * Makes the gateways, once, and finds them. For a market and method the first that can collect it is chosen, in the
 * order of their ids: which of several a business uses becomes data when there are several.
 */
export function createGateways(factories: readonly GatewayFactory[], settings: GatewaySettings): GatewayDirectory {
  const made = factories.map((factory) => ({ factory, gateway: factory.create(settings) }));
  const byId = new Map(made.map(({ factory, gateway }) => [factory.id, gateway]));
  return {
    choose: (_business, market, method) =>
      made.find(({ factory }) => factory.methods.includes(method) && factory.markets.includes(market))?.gateway ?? null,
    byId: (id) => byId.get(id) ?? null,
    all: () => [...byId.values()],
  };
}
