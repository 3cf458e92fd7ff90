import type { Currency } from '#src/kernel/money/money.ts';
import type { TrialTerms } from '../../catalog/terms/index.ts';

/** One thing being bought. */
export interface QuoteLine {
  /** `profiles`: the extra price of the same plan for several people; `late-fee`: of an invoice after its due date. */
  readonly kind: 'main' | 'profiles' | 'order-bump' | 'upsell' | 'ticket' | 'late-fee';
  readonly productCode: string;
  readonly planId: string;
  readonly title: string;
  /** List price in minor units, shown struck through when it is above `amount`. */
  readonly standardAmount: bigint;
  /** What the line adds to the total, after the voucher where it has one. */
  readonly amount: bigint;
}

/** One number of installments for the total. */
export interface QuoteInstallment {
  readonly count: number;
  /** One installment; the first ones carry odd cents, so this is the largest. */
  readonly value: bigint;
  /** Interest part of `total`; 0 when interest free. */
  readonly tax: bigint;
  readonly total: bigint;
  /** Decimal fraction per month, e.g. `0.0199`; `0` when interest free. */
  readonly monthlyRate: string;
}

/** How each method may be used for this quote. */
export interface QuoteMethod {
  /** The specification's word. */
  readonly method: string;
  /** The plan id under which the method is sold (may differ per method in Mozambique). */
  readonly planId: string;
}

/** The order that froze a price. Amounts are minor units. */
export interface PricedOrder {
  readonly quoteId: string;
  readonly brand: string;
  readonly variant: string | null;
  readonly state: string;
  readonly total: bigint;
  /** How much of `total` has been captured so far. */
  readonly received: bigint;
  readonly createdAt: Date;
  /** End of the hold window in which authorized parts wait for the rest; null = none runs. */
  readonly holdExpiresAt?: Date | null;
}

/**
 * A price computed by the server: the only source for what the page shows, the contract says, the receipt prints and
 * the gateway charges. Stored, bound to its session, expires.
 */
export interface Quote {
  readonly id: string;
  readonly sessionId: string;
  readonly productCode: string;
  readonly planId: string;
  readonly planType: string;
  readonly currency: Currency;
  readonly lines: readonly QuoteLine[];
  readonly voucher: string | null;
  readonly discount: bigint;
  /** Amount to pay now, in minor units. */
  readonly total: bigint;
  readonly installments: readonly QuoteInstallment[];
  readonly methods: readonly QuoteMethod[];
  /** Trial that comes first: the plan's own lines cost nothing now. Null or absent without one. */
  readonly trial?: TrialTerms | null;
  readonly expiresAt: Date;
}
