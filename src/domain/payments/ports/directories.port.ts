import type { Country } from '#src/kernel/locale/locale.ts';
import type { GatewayPort } from './gateway.port.ts';
import type { RailManifest, RailServer } from './rail.contract.ts';

/** The rails that exist, found by any of the specification's words for their methods. */
export interface RailDirectory {
  byMethod(method: string): RailManifest | null;
  byId(id: string): RailManifest | null;
  server(id: string): RailServer;
}

/** What is known of the gateway that a new attempt should or must go to. */
export interface GatewayCriteria {
  /** Ids of those that could not be reached for this order: taken only when nobody else is left. */
  readonly avoided?: readonly string[];
  /** The only one that can use what the buyer typed; null is the answer when it gets no new attempts now. */
  readonly only?: string;
  /** A means is to be checked without money: who can do that goes before the others. */
  readonly verifies?: true;
}

/** Which company moves the money: data per business, market and method. */
export interface GatewayDirectory {
  /** Who gets a new attempt now; null when nobody collects this. Asking changes nothing. */
  choose(business: string, market: Country, method: string, criteria?: GatewayCriteria): GatewayPort | null;
  byId(id: string): GatewayPort | null;
  all(): readonly GatewayPort[];
}
