/** A way out of a refusal, as finished text: one press sets the page up for it. */
export interface CoachOption {
  readonly href: string;
  readonly label: string;
  /** What it costs on this same order. */
  readonly price: string;
}

export interface PaymentCoach {
  readonly title: string;
  /** The best first. */
  readonly options: readonly CoachOption[];
}
