/** Free time that comes first, as finished text. */
export interface PaymentTrial {
  readonly title: string;
  readonly text: string;
  /** What the buyer agrees to, beside a box of its own. */
  readonly accept: string;
  /** What the main button says where nothing is charged now; null where something beside the plan is. */
  readonly start: string | null;
  /** Without an instrument to keep: a bill comes when the free time is over; null where that is not offered. */
  readonly bill: { readonly label: string; readonly text: string } | null;
}
