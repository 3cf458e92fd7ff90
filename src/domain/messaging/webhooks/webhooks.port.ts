import type { SsrfGuardedOutcome } from '#src/kernel/http/client/ssrf-guarded-client.server.ts';
import type { WebhookEventType } from './webhook-event-types.ts';

/** Somebody outside who is told: data of a brand, for the environment that runs. */
export interface WebhookEndpoint {
  /** `<brand or brand.variant>/<kind>`. */
  readonly id: string;
  /** The school's learning platform, or the brand's own backend. */
  readonly kind: 'platform' | 'backend';
  readonly url: string;
  readonly types: ReadonlySet<WebhookEventType>;
  /** It makes the fiscal note of a sale, and is told whose it is. */
  readonly wantsDocument: boolean;
  /** How the brand's own backend files its leads. */
  readonly lead: { readonly route: string | null; readonly planType: string | null };
  /** What the brand's own backend calls a brand; absent for a platform. */
  readonly bffIdOf?: (brand: string, variant: string | null) => string | null;
}

/** Where what happened is told, and how it gets there. */
export interface WebhooksPort {
  readonly endpoints: readonly WebhookEndpoint[];
  /** Those of a brand, or of its variant where that has others. */
  endpointsOf(brand: string, variant: string | null): readonly WebhookEndpoint[];
  /** The brands (`brand` or `brand.variant`) whose events go to an endpoint. */
  brandsOf(endpointId: string): readonly string[];
  /** The endpoint's secret of this number, `whsec_…`. */
  secretOf(endpointId: string, number: number): string;
  post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<SsrfGuardedOutcome>;
  /** Hangs up. */
  close(): void;
}

/** Whether somebody of this brand is told of such things: then they are written down. */
export function hasEndpoint(
  port: WebhooksPort | undefined,
  brand: string,
  variant: string | null,
  type: WebhookEventType,
): boolean {
  return port?.endpointsOf(brand, variant).some(({ types }) => types.has(type)) ?? false;
}
