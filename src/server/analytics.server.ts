/** Composes sales analytics: GA4's Measurement Protocol, for brands that have a property. */
import { brandOf, type BrandRegistry } from '#src/branding/index.server.ts';
import type { AnalyticsPort, SaleEvent } from '#src/domain/messaging/analytics/index.ts';
import type { AnalyticsEnv } from '#src/kernel/env/telemetry-env.server.ts';
import type { Metrics } from '#src/platform/telemetry/metrics.server.ts';
import { sendMeasurement } from '#src/platform/telemetry/measurement-protocol.server.ts';
import { majorNumber } from '#src/kernel/money/major-number.ts';

export function createAnalytics(
  brands: BrandRegistry,
  { url, secrets, commonSecret }: AnalyticsEnv,
  metrics: Pick<Metrics, 'analytics'>,
): AnalyticsPort {
  return {
    async send(event) {
      const measurementId = brandOf(brands, event.brand, event.variant)?.analytics ?? null;
      const secret = measurementId === null ? null : (secrets[measurementId] ?? commonSecret);
      const outcome =
        measurementId === null || secret === null
          ? 'not-configured'
          : (await sendMeasurement({ url, measurementId, secret }, measurementOf(event)))
            ? 'accepted'
            : 'rejected';
      metrics.analytics(event.name, outcome);
      return outcome;
    },
  };
}

/** GA4's names for an e-commerce event and its items; amounts in whole units. */
function measurementOf({ name, clientId, at, currency, value, items, transactionId, paymentType }: SaleEvent) {
  return {
    name,
    clientId,
    at,
    params: {
      currency,
      value: majorNumber(value),
      items: items.map((item) => ({
        item_id: item.id,
        item_name: item.name,
        item_variant: item.variant,
        price: majorNumber(item.price),
        quantity: 1,
      })),
      ...(transactionId === undefined ? {} : { transaction_id: transactionId }),
      ...(paymentType === undefined ? {} : { payment_type: paymentType }),
    },
  };
}
