/** The one-line notice after a suggestion was selected, in place of the decline. */
export interface PickedMethod {
  readonly note: string;
  /** Id of the element that it links to. */
  readonly target: string;
}

/** A suggestion after a decline, as formatted text: one press prepares the page for it. */
export interface PaymentSuggestion {
  readonly href: string;
  /** The selection of a press on a page that offers the method; null for a split. */
  readonly pick: (PickedMethod & { readonly method: string; readonly times: number | null }) | null;
  /** Fields that pay at once, where no input is needed: the suggestion is then a button. */
  readonly make: Readonly<Record<string, string>> | null;
  readonly label: string;
  /** Its price on this same order. */
  readonly price: string;
}

export interface PaymentSuggestions {
  readonly title: string;
  /** The best first. */
  readonly options: readonly PaymentSuggestion[];
}
