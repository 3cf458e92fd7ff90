import type { BrandRegistry } from '#src/branding/index.server.ts';
import { type AnalyticsPort, clientIdFromCookie, type SaleEventName } from '#src/domain/messaging/analytics/index.ts';
import { readConsent } from '#src/kernel/http/cookies/consent-cookie.server.ts';
import type { ViewedProduct } from '#src/platform/telemetry/beacon.ts';
import { monitoringLimits } from '#src/platform/telemetry/limits.ts';
import { rateWindow } from '#src/kernel/time/rate-window.ts';

/** Tells analytics of what was looked at, where the container does not. */
export interface ProductViewRecorder {
  readonly take: (viewed: ViewedProduct, from: { readonly page: string; readonly cookie: string | undefined }) => void;
}

export interface ProductViewRecorderOptions {
  readonly brands: Pick<BrandRegistry, 'byId'>;
  readonly analytics: AnalyticsPort;
  readonly isHttps: boolean;
  readonly now: () => Date;
}

/** By page, what a look at it means. Where money is paid there is no container, so the server tells of it. */
const events: Readonly<Record<string, SaleEventName>> = {
  lead: 'view_item',
  presentation: 'view_item',
  'multiprofile-presentation': 'view_item',
  payment: 'begin_checkout',
};
const mostKept = 20_000;

/**
 * An event of one kind per buyer and product in a visit of 30 minutes, and only of buyers who agreed. It is sent at once and
 * never again: unlike a purchase, a look that is lost is no loss.
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
      // The container tells of what is looked at on its own pages.
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
