import type { SsrfGuardedOutcome } from '#src/kernel/http/client/ssrf-guarded-client.server.ts';
import type { WebhookEventType } from './webhook-event-types.ts';

/** A receiver of webhooks: data of a brand, for the environment that runs. */
export interface WebhookEndpoint {
  /** `<brand or brand.variant>/<kind>`. */
  readonly id: string;
  /** The school's learning platform, or the brand's own backend. */
  readonly kind: 'platform' | 'backend';
  readonly url: string;
  readonly types: ReadonlySet<WebhookEventType>;
  /** It issues the fiscal note of a sale, and receives the buyer's document. */
  readonly wantsDocument: boolean;
  /** How the brand's own backend files its leads. */
  readonly lead: { readonly route: string | null; readonly planType: string | null };
  /** What the brand's own backend calls a brand; absent for a platform. */
  readonly bffIdOf?: (brand: string, variant: string | null) => string | null;
}

/** The endpoints of webhooks, and how a message is sent to them. */
export interface WebhooksPort {
  readonly endpoints: readonly WebhookEndpoint[];
  /** Those of a brand, or of its variant where that has others. */
  endpointsOf(brand: string, variant: string | null): readonly WebhookEndpoint[];
  /** The brands (`brand` or `brand.variant`) whose events go to an endpoint. */
  brandsOf(endpointId: string): readonly string[];
  /** The endpoint's secret of this number, `whsec_…`. */
  secretOf(endpointId: string, number: number): string;
  post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<SsrfGuardedOutcome>;
  /** Aborts requests under way. */
  close(): void;
}

/** Whether an endpoint of this brand receives a type: only then is its event recorded. */
export function hasEndpoint(
  port: WebhooksPort | undefined,
  brand: string,
  variant: string | null,
  type: WebhookEventType,
): boolean {
  return port?.endpointsOf(brand, variant).some(({ types }) => types.has(type)) ?? false;
}
