/**
 * The pages that may load the tag manager's container. An allow-list, so that a new page has none by default: never where
 * money is paid, where a card, a code or a document is shown, or where an address is a secret (design: "loaded after
 * consent and never on a page where money is paid").
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

/** Pages that show an item on sale: GA4's `view_item`. */
const viewPages: ReadonlySet<string> = new Set(['lead', 'video', 'presentation', 'multiprofile-presentation']);

/** The manifest fields of the rules. */
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
