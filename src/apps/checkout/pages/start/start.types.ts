/** A link to a page that is useful while testing; its label is the message `start.tool.<name>`. */
export interface Tool {
  readonly name: 'sandbox' | 'inbox' | 'cards' | 'api' | 'gallery' | 'clock';
  readonly href: string;
}

/** A purchase to try first; its words are `start.task.<id>` and `start.task.<id>.text`. */
export interface TaskCard {
  readonly id: string;
  readonly brand: string;
  readonly href: string;
}

/** One option of a select. */
export interface Choice {
  readonly value: string;
  readonly name: string;
}

/** A brand's row: a form whose address opens one of its flows. */
export interface BrandRow {
  readonly id: string;
  readonly name: string;
  readonly market: string;
  readonly logo: string | null;
  /** The lowest price of the brand's products. */
  readonly price: string | null;
  readonly products: readonly Choice[];
  readonly flows: readonly Choice[];
  /** The flow that the filter asks for; null: the first. */
  readonly flow: string | null;
  /** The language by which a link asks for the brand's market; null where no link needs one. */
  readonly language: string | null;
  readonly seller: { readonly code: string; readonly name: string } | null;
  readonly voucher: string | null;
}

/** A filter of the brands; its words are `start.filter.<name>`. */
export interface Filter {
  readonly name: 'method' | 'flow' | 'locale';
  /** The choice that the address asks for; empty where it asks for none that there is. */
  readonly value: string;
  readonly choices: readonly Choice[];
}

export interface StartData {
  readonly tools: readonly Tool[];
  readonly tasks: readonly TaskCard[];
  readonly filters: readonly Filter[];
  /** The brands that fit all filters. */
  readonly brands: readonly BrandRow[];
}
