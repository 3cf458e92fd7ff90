/**
 * Where the tag manager's container may be, by page. A list of those that may, so that a new page holds none until somebody
 * says so: never where money is paid, where a card, a code or a document is shown, or where an address is a secret
 * (design: "loaded after consent and never on a page where money is paid").
 */
const pagesWithTagManager: ReadonlySet<string> = new Set([
  'lead',
  'video',
  'presentation',
  'multiprofile-presentation',
  'upsell-presentation',
  'video-upsell',
  'multiprofile-upsell-presentation',
]);

/** Pages on which something is looked at that may be bought: GA4's `view_item`. */
const viewPages: ReadonlySet<string> = new Set(['lead', 'video', 'presentation', 'multiprofile-presentation']);

/** What the rules need of a page's manifest. */
interface RuledPage {
  readonly id: string;
  readonly cache: 'form' | 'secret' | 'public';
  readonly frames?: unknown;
  readonly referrer?: string;
}

export function allowsTagManager({ id, cache, frames, referrer }: RuledPage): boolean {
  return pagesWithTagManager.has(id) && cache === 'form' && frames === undefined && referrer !== 'no-referrer';
}

export function isViewPage(id: string): boolean {
  return viewPages.has(id);
}
