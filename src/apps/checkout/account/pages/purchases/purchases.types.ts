/** A course that the buyer has access to. */
export interface CourseCard {
  readonly orderId: string;
  readonly title: string;
}

/** An order as formatted text. */
export interface PurchaseCard {
  readonly id: string;
  readonly title: string;
  readonly number: string;
  readonly day: string;
  readonly total: string;
  readonly state: 'open' | 'partly-paid' | 'paid' | 'refunded' | 'withdrawn';
  readonly documents: readonly { readonly kind: 'receipt' | 'contract' | 'evidence'; readonly href: string }[];
  /** Last day of the cooling-off period; null where there is none or it is over. */
  readonly withdrawUntil: string | null;
  /** A free order has no refund. */
  readonly isFree: boolean;
}

/** A subscription as formatted text. */
export interface SubscriptionCard {
  readonly id: string;
  readonly product: string;
  readonly plan: string;
  readonly state: 'trialing' | 'active' | 'past-due' | 'paused' | 'suspended' | 'canceled';
  readonly price: string;
  readonly until: string;
  /** The period is a trial or was free. */
  readonly isFree: boolean;
  /** `R$ 95,00 em 21/12/2026`; null without a next charge. */
  readonly next: string | null;
  /** The overdue amount and its due date; null without a debt. */
  readonly owed: string | null;
  /** The plan of the next period, where it changes. */
  readonly nextPlan: string | null;
  /** Payment instrument of the next period. */
  readonly instrument: string;
  /** Not charged automatically: the buyer gets an invoice and may leave it unpaid. */
  readonly isByBill: boolean;
  /** First day without access, after cancellation. */
  readonly endsOn: string | null;
  /** Page for another card; null where a card cannot pay. */
  readonly cardHref: string | null;
  /** Whether a saved card would be replaced. */
  readonly hasCard: boolean;
  readonly may: {
    /** By any payment method of the school. */
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
  /** The last action; null otherwise. */
  readonly done:
    | 'paused'
    | 'resumed'
    | 'canceled'
    | 'stopped'
    | 'card-saved'
    | 'card-saved-charged'
    | 'card-saved-charge-declined'
    | 'address'
    | null;
  /** The id of this page; it authorizes the request to the access page. */
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
