import type { Country } from '#src/kernel/locale/locale.ts';
import type { GatewayPort } from './gateway.port.ts';
import type { RailManifest, RailServer } from './rail.contract.ts';

/** All rails, found by any method name of the specification. */
export interface RailDirectory {
  byMethod(method: string): RailManifest | null;
  byId(id: string): RailManifest | null;
  server(id: string): RailServer;
}

/** Criteria for the gateway of a new attempt. */
export interface GatewayCriteria {
  /** Ids of gateways that could not be reached for this order: chosen only when no other is left. */
  readonly avoided?: readonly string[];
  /** The only gateway that can use the form's encrypted details; the answer is null when it gets no new attempts now. */
  readonly only?: string;
  /** An instrument is to be verified: gateways that can do that come first. */
  readonly verifies?: true;
}

/** Routes of gateways: data per business, market and method. */
export interface GatewayDirectory {
  /** The gateway for a new attempt; null when none collects this method. Changes nothing. */
  choose(business: string, market: Country, method: string, criteria?: GatewayCriteria): GatewayPort | null;
  byId(id: string): GatewayPort | null;
  all(): readonly GatewayPort[];
}
