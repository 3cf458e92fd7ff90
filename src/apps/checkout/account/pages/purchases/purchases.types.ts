/** A course that is open to the buyer. */
export interface CourseCard {
  readonly orderId: string;
  readonly title: string;
}

/** An order as finished text. */
export interface PurchaseCard {
  readonly id: string;
  readonly title: string;
  readonly number: string;
  readonly day: string;
  readonly total: string;
  readonly state: 'open' | 'partly-paid' | 'paid' | 'refunded' | 'withdrawn';
  readonly documents: readonly { readonly kind: 'receipt' | 'contract' | 'evidence'; readonly href: string }[];
  /** Last day to go back on it, where there is one and it is not over. */
  readonly withdrawUntil: string | null;
  /** Nothing was paid for it, so nothing would be given back. */
  readonly isFree: boolean;
}

/** A subscription as finished text. */
export interface SubscriptionCard {
  readonly id: string;
  readonly product: string;
  readonly plan: string;
  readonly state: 'trialing' | 'active' | 'past-due' | 'paused' | 'suspended' | 'canceled';
  readonly price: string;
  readonly until: string;
  /** Nothing was paid for this term. */
  readonly isFree: boolean;
  /** `R$ 95,00 em 21/12/2026`; null when nothing will be charged. */
  readonly next: string | null;
  /** What was not paid in time, and since when; null when nothing is owed. */
  readonly owed: string | null;
  /** The plan of the next term, where that is another one. */
  readonly nextPlan: string | null;
  /** How the next term is paid. */
  readonly instrument: string;
  /** Nothing is charged by itself: a bill is sent, which its reader may leave unpaid. */
  readonly isByBill: boolean;
  /** First day on which it is over, once it was canceled. */
  readonly endsOn: string | null;
  /** Page on which another card is given; null where a card pays nothing. */
  readonly cardHref: string | null;
  /** Whether a card is kept for it now, which another one would replace. */
  readonly hasCard: boolean;
  readonly may: {
    /** By whatever way its school offers. */
    readonly pay: boolean;
    readonly pause: boolean;
    readonly resume: boolean;
    readonly cancel: boolean;
  };
}

export interface PurchasesData {
  /** First name. */
  readonly name: string;
  readonly email: string;
  readonly school: string;
  readonly here: string;
  /** What was done last; null otherwise. */
  readonly done:
    | 'paused'
    | 'resumed'
    | 'canceled'
    | 'stopped'
    | 'means'
    | 'means-charged'
    | 'means-refused'
    | 'address'
    | null;
  /** The id of this page, which proves to the access page who asks. */
  readonly pageId: string;
  readonly courses: readonly CourseCard[];
  readonly purchases: readonly PurchaseCard[];
  readonly subscriptions: readonly SubscriptionCard[];
  readonly hasOptedOut: boolean;
  readonly links: {
    readonly access: string;
    readonly address: string | null;
    readonly data: string;
    readonly help: string;
  };
}
