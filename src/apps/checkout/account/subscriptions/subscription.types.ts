/** A subscription, as finished text. */
export interface SubscriptionView {
  readonly product: string;
  readonly plan: string;
  /** What its term costs. */
  readonly price: string;
  /** Last day of the term that is paid for, or free. */
  readonly until: string;
  /** Nothing was paid for this term. */
  readonly isFree: boolean;
  /** The plan of the next term and its first day, where that is another one; else null. */
  readonly next: { readonly plan: string; readonly from: string } | null;
  readonly state: 'trialing' | 'active' | 'past-due' | 'paused' | 'suspended' | 'canceled';
}
