import type { Currency } from '#src/kernel/money/money.ts';

/** The names of GA4's e-commerce events that are sent (GA4, "Recommended events", online sales). */
export type SaleEventName = 'view_item' | 'begin_checkout' | 'add_payment_info' | 'purchase';

/** One thing that is sold. Amounts are minor units. */
export interface SaleItem {
  readonly id: string;
  readonly name: string;
  readonly variant: string;
  readonly price: bigint;
}

/** An e-commerce event. It names no buyer: only the number that analytics gave a browser which agreed to it. */
export interface SaleEvent {
  readonly name: SaleEventName;
  /** Whose property it goes to: a brand and its variant. */
  readonly brand: string;
  readonly variant: string | null;
  readonly clientId: string;
  readonly at: Date;
  readonly currency: Currency;
  /** Minor units. */
  readonly value: bigint;
  readonly items: readonly SaleItem[];
  /** The order's id; analytics takes a purchase of one id once. */
  readonly transactionId?: string;
  /** The specification's word for a way to pay. */
  readonly paymentType?: string;
}

/** The analytics service that counts sales and visits. */
export interface AnalyticsPort {
  /** `not-configured`: the brand has no property, or no secret for it is configured. Never throws. */
  send(event: SaleEvent): Promise<'accepted' | 'rejected' | 'not-configured'>;
}
