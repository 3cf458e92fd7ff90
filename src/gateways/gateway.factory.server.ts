import type { InPersonPaymentService } from '#src/domain/in-person/index.ts';
import type { PointsMemberService } from '#src/domain/customers/loyalty/index.ts';
import type { GatewayPort } from '#src/domain/payments/index.ts';
import type { DocumentsEnv } from '#src/kernel/env/documents-env.server.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { GatewayEnv } from './gateway-env.server.ts';
import type { CardTokenization } from '#src/kernel/crypto/card-tokenization.ts';

/** The process's settings as companies read them. */
export interface CompanyEnv extends GatewayEnv {
  /** Null in production. */
  readonly sandbox: { readonly origin: string } | null;
  readonly documents: DocumentsEnv;
}

/** What every company is made of: the process's settings and its clock. */
export interface CompanySettings {
  readonly env: CompanyEnv;
  readonly clock: Clock;
}

/** What a gateway is made of besides: desks of ours that some of them ask. */
export interface GatewaySettings extends CompanySettings {
  /** Whose points pay an attempt. */
  readonly members: PointsMemberService;
  /** What the school's own units took. */
  readonly inPersonPayments: InPersonPaymentService;
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
  readonly cardTokenization?: (env: GatewayEnv) => CardTokenization | null;
}
