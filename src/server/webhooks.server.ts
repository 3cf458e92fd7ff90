/** Composes the webhook endpoints of the brands, their secrets, and the client that sends. */
import { type Brand, brandOf, type BrandRegistry } from '#src/branding/index.server.ts';
import {
  type WebhookEndpoint,
  type WebhooksPort,
  type WebhookEventType,
  platformEventTypes,
} from '#src/domain/messaging/webhooks/index.ts';
import type { Env } from '#src/server/env.server.ts';
import { createSsrfGuardedClient } from '#src/kernel/http/client/ssrf-guarded-client.server.ts';
import { webhookSecret } from '#src/kernel/crypto/webhook-secret.server.ts';

/** Time limit of a receiver's answer (Standard Webhooks 1.0.0 recommends 15 to 30 s). */
const answerBudgetMs = 15_000;

/** Only the test environment may send webhooks to this machine: to the sandbox. */
export function createWebhooks(
  brands: BrandRegistry,
  { appEnv, sandbox, webhookKey }: Pick<Env, 'appEnv' | 'sandbox' | 'webhookKey'>,
): WebhooksPort {
  const allowedInternalOrigin = appEnv === 'test' ? (sandbox?.origin ?? null) : null;
  const poster = createSsrfGuardedClient({ allowedInternalOrigin, budgetMs: answerBudgetMs });
  const bffIdOf: BffIdOf = (brand, variant) => brandOf(brands, brand, variant)?.bffId ?? null;
  const ofBrands = new Map(brands.brands.map((brand) => [brand.id, endpointsOfBrand(brand, bffIdOf)]));
  const endpoints = new Map([...ofBrands.values()].flat().map((endpoint) => [endpoint.id, endpoint]));
  return {
    endpoints: [...endpoints.values()],
    endpointsOf: (brand, variant) => ofBrands.get(brandOf(brands, brand, variant)?.id ?? '') ?? [],
    brandsOf: (id) => [...ofBrands].filter(([, list]) => list.some((one) => one.id === id)).map(([brand]) => brand),
    secretOf: (id, number) => webhookSecret(webhookKey, id, number),
    post: (url, body, headers) => poster.post(url, body, headers),
    close: () => poster.close(),
  };
}

type BffIdOf = NonNullable<WebhookEndpoint['bffIdOf']>;

/** The platform gets sales, subscriptions and access; the brand's backend gets the events listed in its features. */
function endpointsOfBrand(
  { webhookEndpoints: { platform, backend }, features }: Brand,
  bffIdOf: BffIdOf,
): WebhookEndpoint[] {
  const { sendBffLeadRequest: lead } = features.lead;
  const { enabled: takesPayments, documentToNFGeneration } = features.sendBffPaymentRequest;
  const backendTypes: WebhookEventType[] = [
    ...(lead.enabled ? (['lead.created'] as const) : []),
    ...(takesPayments ? (['payment.requested', 'order.paid', 'order.refunded'] as const) : []),
  ];
  // An endpoint that got personal data also gets its erasure.
  if (backendTypes.length > 0) backendTypes.push('person.erased');
  const nothing = { route: null, planType: null };
  return [
    ...(platform
      ? [
          {
            id: `${platform.owner}/platform`,
            kind: 'platform' as const,
            url: platform.url,
            types: platformEventTypes,
            wantsDocument: false,
            lead: nothing,
          },
        ]
      : []),
    ...(backend && backendTypes.length > 0
      ? [
          {
            id: `${backend.owner}/backend`,
            kind: 'backend' as const,
            url: backend.url,
            types: new Set(backendTypes),
            wantsDocument: takesPayments && documentToNFGeneration,
            lead: { route: lead.route, planType: lead.planType },
            bffIdOf,
          },
        ]
      : []),
  ];
}
