import type { GatewayDirectory } from '#src/domain/context.server.ts';
import type { GatewayPort } from '#src/domain/payments/index.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { type Circuit, type CircuitStatus, createCircuit } from './circuit.server.ts';
import type { GatewayFactory, GatewaySettings } from './company.factories.server.ts';
import { type GatewayRoute, routeFor } from './gateway-routes.server.ts';

/** How the calls to one company go at this moment, in this process. */
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
 * Makes the gateways that there is a contract with, once each, and finds them. Which of them collects a sale is said by
 * the routes, a list in order; where they say nothing, by the first that can, in the order of their ids. A new attempt goes to
 * the first whose circuit admits it. What an attempt began it ends: its gateway is found by id, whatever its circuit.
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
        // No other gateway could use it either: the gateway's own answer then says so.
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

/** A gateway as it collects by a method: what it keeps by others only is not kept by this one. */
function portFor({ factory: { keeps }, gateway }: Made, method: string): GatewayPort {
  if (keeps?.includes(method) ?? true) return gateway;
  const pays = { ...gateway };
  delete pays.verify;
  return pays;
}

/** Lets new charges out only while the circuit admits them. Nothing was sent otherwise, and the answer says so. */
function behindCircuit(gateway: GatewayPort, circuit: Circuit): GatewayPort {
  const through = async <T extends NewCall>(call: () => Promise<T>): Promise<T | typeof circuitOpen> =>
    (await circuit.run(call, isFailure)) ?? circuitOpen;
  // A look that is answered says nothing of charges: it would keep the circuit closed while every charge fails.
  const identify: GatewayPort['identify'] = async (details) =>
    (await circuit.probe(async () => (await gateway.identify?.(details)) ?? circuitOpen, isFailure)) ?? circuitOpen;
  const verify: GatewayPort['verify'] = (what) => through(async () => (await gateway.verify?.(what)) ?? circuitOpen);
  return {
    ...gateway,
    start: (charge) => through(() => gateway.start(charge)),
    // What a company cannot do stays missing.
    ...(gateway.identify ? { identify } : {}),
    ...(gateway.verify ? { verify } : {}),
  };
}

/** What calls that begin something come to: only how they failed is looked at. */
interface NewCall {
  readonly kind: string;
  readonly reason?: string;
}

const circuitOpen = { kind: 'unreachable', reason: 'circuit-open' } as const;

/**
 * No connection, no answer, or a broken one. An answer that we do not believe (`mismatch-…`) or a refusal of our request
 * (`refused-…`) is no sign that the company is down, and neither is a declined card, which is a fact.
 */
function isFailure({ kind, reason = '' }: NewCall): boolean {
  return kind === 'unreachable' || (kind === 'silent' && !/^(?:mismatch|refused)-/.test(reason));
}
