import type { Country } from '#src/kernel/locale/locale.ts';

/** Rules of the shell's parts by page (specification, section 2 "Routes" and "Page shell"). Pure functions of the path. */

const upsellPaths: ReadonlySet<string> = new Set([
  '/upsell-presentation',
  '/upsell-payment',
  '/subscription-welcome',
  '/multiprofile-upsell-presentation',
]);

const backPaths: ReadonlySet<string> = new Set([
  '/upsell-payment',
  '/payment',
  '/video',
  '/payment/upsell',
  '/presentation',
  '/order-bump-presentation',
  '/select-school',
]);

const bareLogoPaths: ReadonlySet<string> = new Set(['/payment-verification', '/parsing', '/success-invoice']);

function isLoyalty(path: string): boolean {
  return path === '/livelo' || path.startsWith('/livelo/');
}

export function isUpsellPath(path: string): boolean {
  return upsellPaths.has(path);
}

/** No logo on the upsell, loyalty and three more pages, unless the step has one of its own. */
export function showsLogo(path: string, hasStepLogo: boolean): boolean {
  return hasStepLogo || !(upsellPaths.has(path) || isLoyalty(path) || bareLogoPaths.has(path));
}

export function showsBack(path: string): boolean {
  return backPaths.has(path);
}

/** Pages of a completed purchase: they show no seller. */
const afterSale = /^\/(?:access|elsewhere|my-purchases|withdraw|stop-reminders|consent|contract)(?:\/|$)/;

/** `banner` is the tag's second variant: on upsell pages, and on the subscription-welcome page in Mozambique. */
export type SellerTag = 'none' | 'tag' | 'banner';

export function sellerTag(
  path: string,
  seller: { readonly id: string; readonly name: string | null },
  market: Country,
): SellerTag {
  if (!seller.name || seller.id === 'performance' || path === '/payment-verification') return 'none';
  if (afterSale.test(path)) return 'none';
  if (path === '/subscription-welcome') return market === 'MZ' ? 'banner' : 'tag';
  return upsellPaths.has(path) ? 'banner' : 'tag';
}
