/** A link to a page that is useful while testing; its label is the message `start.tool.<name>`. */
export interface Tool {
  readonly name: 'sandbox' | 'inbox' | 'cards' | 'api' | 'gallery' | 'clock';
  readonly href: string;
}

/** A first purchase to try; its copy is `start.task.<id>` and `start.task.<id>.text`. */
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
  /** The flow of the filter; null: the first. */
  readonly flow: string | null;
  /** The language that selects the brand's market in a link; null where no link needs one. */
  readonly language: string | null;
  readonly seller: { readonly code: string; readonly name: string } | null;
  readonly voucher: string | null;
}

/** A filter of the brands; its copy is `start.filter.<name>`. */
export interface Filter {
  readonly name: 'method' | 'flow' | 'locale';
  /** The selected option; empty without a valid one. */
  readonly value: string;
  readonly choices: readonly Choice[];
}

export interface StartData {
  readonly tools: readonly Tool[];
  readonly tasks: readonly TaskCard[];
  readonly filters: readonly Filter[];
  /** The brands that match all filters. */
  readonly brands: readonly BrandRow[];
}
