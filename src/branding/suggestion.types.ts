import type { Country } from '#src/kernel/locale/locale.ts';

/** A way out of a refusal, as a brand's data ranks it. */
export type SuggestionRule =
  /** The same way to pay again, with other details: another card. */
  | { readonly kind: 'again' }
  | { readonly kind: 'fewer-installments' | 'more-installments' }
  /** Two parts, both in the way that was refused. */
  | { readonly kind: 'parts' }
  /** Two parts: the way that was refused, and this one. */
  | { readonly kind: 'part'; readonly method: string }
  /** All of it in this way. */
  | { readonly kind: 'pay'; readonly method: string };

/** How a brand offers ways to pay, and what it proposes after a refusal. */
export interface SuggestionRules {
  /** By market, the methods in the order of local use; others follow in the catalog's order. */
  readonly order: Readonly<Partial<Record<Country, readonly string[]>>>;
  /** What a first part is suggested to be, in percent of the price. */
  readonly share: number;
  /** By reason, best first; `other` is for every reason that has none of its own. */
  readonly ways: Readonly<Record<string, readonly SuggestionRule[]>>;
}
