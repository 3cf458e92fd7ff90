/** A subscription as formatted text. */
export interface SubscriptionView {
  readonly product: string;
  readonly plan: string;
  /** The price of its billing period. */
  readonly price: string;
  /** Last day of the paid or free period. */
  readonly until: string;
  /** The period is a trial. */
  readonly isFree: boolean;
  /** The plan of the next period and its first day, where it changes; else null. */
  readonly next: { readonly plan: string; readonly from: string } | null;
  readonly state: 'trialing' | 'active' | 'past-due' | 'paused' | 'suspended' | 'canceled';
}
