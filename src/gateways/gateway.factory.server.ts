import type { ClaimDesk } from '#src/domain/claims/index.ts';
import type { MemberDesk } from '#src/domain/loyalty/index.ts';
import type { GatewayPort } from '#src/domain/payments/index.ts';
import type { Env } from '#src/kernel/env/env.server.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { Sealing } from '#src/kernel/sealing/sealing.ts';

/** What every company is made of: the process's settings and its clock. */
export interface CompanySettings {
  readonly env: Env;
  readonly clock: Clock;
}

/** What a gateway is made of besides: desks of ours that some of them ask. */
export interface GatewaySettings extends CompanySettings {
  /** Whose points pay an attempt. */
  readonly members: MemberDesk;
  /** What the school's own units took. */
  readonly desk: ClaimDesk;
}

/** What `<gateway>/gateway.server.ts` exports as `gatewayFactory`. */
export interface GatewayFactory {
  /** Written with every attempt, for ever; also the last part of the address it notifies. */
  readonly id: string;
  /** The specification's words of the methods that it can collect. */
  readonly methods: readonly string[];
  readonly markets: readonly Country[];
  /** Of its methods those whose means it checks and keeps; all of them where it says nothing. */
  readonly keeps?: readonly string[];
  /** Why it checks no card without money: free time that comes first goes to the next of its route that does. */
  readonly cannotVerify?: string;
  /** Null where there is no contract with it. */
  create(settings: GatewaySettings): GatewayPort | null;
  /** How the buyer's browser seals secrets for it; absent or null where it takes none. */
  readonly sealing?: (env: Env) => Sealing | null;
}
