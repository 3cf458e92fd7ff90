/** What the page says once a suggestion was taken: in place of the refusal, in one line. */
export interface PickedMethod {
  readonly note: string;
  /** Id of the element that it leads to. */
  readonly target: string;
}

/** A way out of a refusal, as finished text: one press sets the page up for it. */
export interface PaymentSuggestion {
  readonly href: string;
  /** What a press chooses on a page that offers the method already; null where the price is divided. */
  readonly pick: (PickedMethod & { readonly method: string; readonly times: number | null }) | null;
  /** Fields that pay at once, where nothing more is needed: the suggestion is a button then. */
  readonly make: Readonly<Record<string, string>> | null;
  readonly label: string;
  /** What it costs on this same order. */
  readonly price: string;
}

export interface PaymentSuggestions {
  readonly title: string;
  /** The best first. */
  readonly options: readonly PaymentSuggestion[];
}
