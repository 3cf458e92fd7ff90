/** A subscription, as finished text. */
export interface SubscriptionView {
  readonly product: string;
  readonly plan: string;
  /** What its term costs. */
  readonly price: string;
  /** Last day of the term that is paid for. */
  readonly until: string;
  readonly state: 'trialing' | 'active' | 'past-due' | 'paused' | 'suspended' | 'canceled';
}
