/** Things that happened to an order which others (the school's platform, the brand's backend, measures) are told. */
export type OutboxEventType =
  | 'payment-requested'
  | 'order-paid'
  | 'order-refunded'
  | 'order-undone'
  | 'refund-requested'
  | 'surplus-returned'
  | 'access-granted'
  | 'access-revoked';

export type LeadEventType = 'lead-created' | 'person-erased';

/** Each state that a subscription comes into, the payment of a period, and a change of its plan. */
export type SubscriptionEventType =
  | 'subscription-started'
  | 'subscription-renewed'
  | 'subscription-past-due'
  | 'subscription-paused'
  | 'subscription-resumed'
  | 'subscription-suspended'
  | 'subscription-canceled'
  | 'subscription-changed';
