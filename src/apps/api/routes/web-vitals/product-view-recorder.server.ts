import type { BrandRegistry } from '#src/branding/index.server.ts';
import { type AnalyticsPort, clientIdFromCookie, type SaleEventName } from '#src/domain/messaging/analytics/index.ts';
import { readConsent } from '#src/kernel/http/cookies/consent-cookie.server.ts';
import type { ViewedProduct } from '#src/platform/telemetry/beacon.ts';
import { monitoringLimits } from '#src/platform/telemetry/limits.ts';
import { rateWindow } from '#src/kernel/time/rate-window.ts';

/** Sends product views to analytics where the tag container does not. */
export interface ProductViewRecorder {
  readonly take: (viewed: ViewedProduct, from: { readonly page: string; readonly cookie: string | undefined }) => void;
}

export interface ProductViewRecorderOptions {
  readonly brands: Pick<BrandRegistry, 'byId'>;
  readonly analytics: AnalyticsPort;
  readonly isHttps: boolean;
  readonly now: () => Date;
}

/** Analytics event by page. The payment page has no tag container, so that the server sends its event. */
const events: Readonly<Record<string, SaleEventName>> = {
  lead: 'view_item',
  presentation: 'view_item',
  'multiprofile-presentation': 'view_item',
  payment: 'begin_checkout',
};
const mostKept = 20_000;

/**
 * Sends one event of a kind per buyer and product in 30 minutes, only with consent. Sent at once and without retries: unlike
 * a purchase, a product view may be lost.
 */
export function createProductViewRecorder({
  brands,
  analytics,
  isHttps,
  now,
}: ProductViewRecorderOptions): ProductViewRecorder {
  const once = rateWindow({ most: 1, periodMs: monitoringLimits.visitMinutes * 60_000, names: mostKept });
  return {
    take(viewed, { page, cookie }) {
      const name = events[page];
      const brand = brands.byId.get(viewed.brand);
      const product = brand?.products.find(({ code }) => code === viewed.product);
      const plan = product?.plans[0];
      if (!name || !brand?.analytics || !product || !plan) return;
      // The tag container sends the views of its own pages.
      if (name === 'view_item' && brand.gtm !== null) return;
      const consent = readConsent(cookie, brand.brand, isHttps);
      if (consent.kind !== 'given') return;
      const clientId = clientIdFromCookie(consent.tagCookie) ?? consent.clientId;
      if (once.take(`${clientId} ${name} ${product.code}`, now().getTime()) === 0) return;
      void analytics.send({
        name,
        brand: brand.brand,
        variant: brand.variant,
        clientId,
        at: now(),
        currency: plan.price.currency,
        value: plan.price.amount,
        items: [{ id: product.code, name: product.title, variant: plan.id, price: plan.price.amount }],
      });
    },
  };
}
