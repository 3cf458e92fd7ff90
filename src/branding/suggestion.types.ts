import type { Country } from '#src/kernel/locale/locale.ts';

/** A suggestion after a decline, as a brand's data ranks it. */
export type SuggestionRule =
  /** The same method again, with other details: another card. */
  | { readonly kind: 'again' }
  | { readonly kind: 'fewer-installments' | 'more-installments' }
  /** Two parts, both by the declined method. */
  | { readonly kind: 'parts' }
  /** Two parts: the declined method, and this one. */
  | { readonly kind: 'part'; readonly method: string }
  /** All of it by this method. */
  | { readonly kind: 'pay'; readonly method: string };

/** The order of a brand's methods, and its suggestions after a decline. */
export interface SuggestionRules {
  /** By market, the methods in the order of local use; others follow in the catalog's order. */
  readonly order: Readonly<Partial<Record<Country, readonly string[]>>>;
  /** The suggested first part, in percent of the price. */
  readonly share: number;
  /** By reason, best first; `other` is for every reason without a list of its own. */
  readonly ways: Readonly<Record<string, readonly SuggestionRule[]>>;
}
