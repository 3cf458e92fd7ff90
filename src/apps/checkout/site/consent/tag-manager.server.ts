import { majorNumber } from '#src/kernel/money/major-number.ts';
import type { TagManagerOrigins } from '../../framework/document.server.ts';
import { escapeJson } from '../../framework/document.server.ts';
import type { BaseRequest } from '../../framework/page.server.ts';
import type { PageManifest } from '../../framework/page.ts';
import type { Visit } from '../../framework/page.server.ts';
import { isViewPage, allowsTagManager } from './tag-manager-rules.ts';

/** The tag manager of one page, by the rules, the brand, the flags and the buyer's consent. */
export interface TrackingState {
  /** Id of this page's container; null without one. */
  readonly tagManager: string | null;
  /** Whether the page shows the consent banner. */
  readonly asksConsent: boolean;
}

export function trackingState(
  manifest: PageManifest,
  { consent, flags }: BaseRequest,
  visit: Visit | null,
): TrackingState {
  const { gtm = null, analytics = null } = visit?.brand ?? {};
  const isOpen = flags['tag-manager'] && allowsTagManager(manifest) && (gtm !== null || analytics !== null);
  return {
    tagManager: isOpen && consent.kind === 'given' ? gtm : null,
    asksConsent: isOpen && consent.kind === 'unasked',
  };
}

/** Origins of Google's collectors, which have many names. In the test environment all of them are the sandbox. */
export function tagManagerOrigins(tagManagerOrigin: string): TagManagerOrigins {
  const isGoogle = tagManagerOrigin === 'https://www.googletagmanager.com';
  const collectors = isGoogle ? ['https://*.google-analytics.com', 'https://*.analytics.google.com'] : [];
  return {
    scripts: [tagManagerOrigin],
    images: [tagManagerOrigin, ...collectors],
    calls: [tagManagerOrigin, ...collectors],
  };
}

/**
 * The container's loader: it runs after the load event. The data layer has GA4's names and amounts in whole units, and no
 * personal data.
 */
export function tagManagerMarkup(
  id: string,
  {
    origin,
    nonce,
    page,
    visit,
  }: { readonly origin: string; readonly nonce: string; readonly page: string; readonly visit: Visit },
): string {
  const address = `${origin}/gtm.js?id=${encodeURIComponent(id)}`;
  const events = isViewPage(page) ? [viewItem(visit)] : [];
  return (
    `<script nonce="${nonce}">window.dataLayer=[{"gtm.start":Date.now(),event:"gtm.js"},...${escapeJson(events)}];` +
    'addEventListener("load",()=>{const s=document.createElement("script");' +
    `s.async=true;s.src=${escapeJson(address)};document.head.append(s)})</script>`
  );
}

function viewItem({ brand, product, plan }: Visit): object {
  const shown = plan ?? product.plans[0];
  const price = shown ? { price: majorNumber(shown.price.amount) } : {};
  const item = { item_id: product.code, item_name: product.title, item_brand: brand.name, quantity: 1, ...price };
  return {
    event: 'view_item',
    ecommerce: {
      ...(shown ? { currency: shown.price.currency, value: majorNumber(shown.price.amount) } : {}),
      items: [item],
    },
  };
}
