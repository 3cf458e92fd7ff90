/** A trial, as formatted text. */
export interface PaymentTrial {
  readonly title: string;
  readonly text: string;
  /** The consent text of its own checkbox. */
  readonly accept: string;
  /** Label of the main button where nothing is charged now; null where an addition to the plan is. */
  readonly start: string | null;
  /** Starting without a saved instrument: an invoice follows when the trial ends; null where that is not offered. */
  readonly bill: { readonly label: string; readonly text: string } | null;
}
