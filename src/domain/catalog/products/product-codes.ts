/** Slugs of the military brand that the specification's section 3 prefixes. */
const militarySlugs: ReadonlySet<string> = new Set([
  'blackfriday',
  'eear',
  'ema',
  'emfa',
  'emfax',
  'emmq',
  'empa',
  'esa-6-months',
  'esa',
  'esaeear',
  'espcex',
]);

/**
 * The product code that a link's product slug means (specification, section 3): the military brand's slugs get the
 * prefix `eumilitar-`; for the business `wiseup` a slug that contains `wiseup` means the part after its first dash,
 * unless the product is one of `keepsSlug`. Any other slug is the code itself.
 */
export function productCodeFromSlug(slug: string, business: string, keepsSlug: readonly string[] = []): string {
  if (business === 'eumilitar' && militarySlugs.has(slug)) return `eumilitar-${slug}`;
  if (business === 'wiseup' && slug.includes('wiseup') && !keepsSlug.includes(slug)) {
    const dash = slug.indexOf('-');
    if (dash >= 0 && dash < slug.length - 1) return slug.slice(dash + 1);
  }
  return slug;
}
