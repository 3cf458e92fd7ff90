import type { GatewayDirectory } from '#src/domain/context.server.ts';
import type { GatewayPort } from '#src/domain/payments/index.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { type Circuit, type CircuitStatus, createCircuit } from './circuit.server.ts';
import type { GatewayFactory, GatewaySettings } from './company.factories.server.ts';
import { type GatewayRoute, routeFor } from './gateway-routes.server.ts';

/** State of the calls to one company, in this process. */
export interface CircuitView {
  readonly gateway: string;
  readonly state: CircuitStatus;
}

export interface Gateways extends GatewayDirectory {
  circuits(): readonly CircuitView[];
}

interface Made {
  readonly factory: GatewayFactory;
  readonly gateway: GatewayPort;
  readonly circuit: Circuit;
}

/**
 * Makes the gateways with a contract, once each, and finds them. Routes name the gateways of a sale in order; without a
 * route, gateways follow in the order of their ids. A new attempt uses the first whose circuit admits it. Later calls
 * of an attempt find its gateway by id, whatever its circuit.
 */
export function createGateways(
  factories: readonly GatewayFactory[],
  settings: GatewaySettings,
  routes: readonly GatewayRoute[],
): Gateways {
  const made = factories.flatMap((factory): Made[] => {
    const gateway = factory.create(settings);
    if (!gateway) return [];
    const circuit = createCircuit(settings.clock);
    return [{ factory, circuit, gateway: behindCircuit(gateway, circuit) }];
  });
  const byId = new Map(made.map((one) => [one.factory.id, one]));

  function candidates(business: string, market: Country, method: string): readonly Made[] {
    const route = routeFor(routes, business, market, method);
    if (route) return route.gateways.flatMap((id) => byId.get(id) ?? []);
    return made.filter(({ factory }) => factory.methods.includes(method) && factory.markets.includes(market));
  }

  return {
    choose(business, market, method, { avoided = [], only, verifies } = {}) {
      const all = candidates(business, market, method);
      const admitting = all.filter(({ circuit }) => circuit.admits());
      if (only !== undefined) {
        const asked = admitting.find(({ factory }) => factory.id === only);
        // No other gateway could use it either: the gateway's own answer reports that.
        const named = asked ?? (all.length === 1 ? all.find(({ factory }) => factory.id === only) : undefined);
        return named ? portFor(named, method) : null;
      }
      const verifying = admitting.filter((one) => {
        const port = portFor(one, method);
        return 'verify' in port && 'identify' in port;
      });
      const fit = verifies && verifying.length > 0 ? verifying : admitting;
      const chosen = fit.find(({ factory }) => !avoided.includes(factory.id)) ?? fit[0] ?? all[0];
      return chosen ? portFor(chosen, method) : null;
    },
    byId: (id) => byId.get(id)?.gateway ?? null,
    all: () => made.map(({ gateway }) => gateway),
    circuits: () => made.map(({ factory, circuit }) => ({ gateway: factory.id, state: circuit.state() })),
  };
}

/** A gateway limited to a method: without verification and keeping where it has those for other methods only. */
function portFor({ factory: { keeps }, gateway }: Made, method: string): GatewayPort {
  if (keeps?.includes(method) ?? true) return gateway;
  const pays = { ...gateway };
  delete pays.verify;
  return pays;
}

/** Makes new charges only while the circuit admits them. Otherwise nothing is sent, and the answer says so. */
function behindCircuit(gateway: GatewayPort, circuit: Circuit): GatewayPort {
  const through = async <T extends NewCall>(call: () => Promise<T>): Promise<T | typeof circuitOpen> =>
    (await circuit.run(call, isFailure)) ?? circuitOpen;
  // A successful read says nothing of charges: it would keep the circuit closed while every charge fails.
  const identify: GatewayPort['identify'] = async (details) =>
    (await circuit.probe(async () => (await gateway.identify?.(details)) ?? circuitOpen, isFailure)) ?? circuitOpen;
  const verify: GatewayPort['verify'] = (what) => through(async () => (await gateway.verify?.(what)) ?? circuitOpen);
  return {
    ...gateway,
    start: (charge) => through(() => gateway.start(charge)),
    // Functions that a company does not have stay absent.
    ...(gateway.identify ? { identify } : {}),
    ...(gateway.verify ? { verify } : {}),
  };
}

/** Results of calls that begin a charge; only failures are counted. */
interface NewCall {
  readonly kind: string;
  readonly reason?: string;
}

const circuitOpen = { kind: 'unreachable', reason: 'circuit-open' } as const;

/**
 * No connection, no answer, or a broken one. A mismatched answer (`mismatch-…`) or a refused request (`refused-…`) does
 * not count as an outage, and neither does a declined card, which is a fact.
 */
function isFailure({ kind, reason = '' }: NewCall): boolean {
  return kind === 'unreachable' || (kind === 'silent' && !/^(?:mismatch|refused)-/.test(reason));
}
