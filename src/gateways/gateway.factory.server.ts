import type { GatewayPort } from '#src/domain/payments/index.ts';
import type { Env } from '#src/kernel/env/env.server.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Clock } from '#src/kernel/time/clock.ts';

/** What a gateway is made of: the process's settings and its clock. */
export interface GatewaySettings {
  readonly env: Env;
  readonly clock: Clock;
}

/** What `<gateway>/gateway.server.ts` exports as `gatewayFactory`. */
export interface GatewayFactory {
  /** Written with every attempt, for ever; also the last part of the address it notifies. */
  readonly id: string;
  /** The specification's words of the methods that it can collect. */
  readonly methods: readonly string[];
  readonly markets: readonly Country[];
  /** Null where there is no contract with it. */
  create(settings: GatewaySettings): GatewayPort | null;
}
