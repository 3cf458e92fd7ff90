/** Events of an order, for webhooks and metrics. */
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

/** Events of a subscription: each state that it comes into, the payment of a billing period, and a plan change. */
export type SubscriptionEventType =
  | 'subscription-started'
  | 'subscription-renewed'
  | 'subscription-past-due'
  | 'subscription-paused'
  | 'subscription-resumed'
  | 'subscription-suspended'
  | 'subscription-canceled'
  | 'subscription-changed';
