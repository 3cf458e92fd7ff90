import type { SubscriptionListState } from '#src/domain/sales/search/index.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';

/** A subscription in a list. Amounts are minor units; days are of the market's calendar; the buyer is masked. */
export interface SubscriptionItem {
  readonly id: string;
  readonly leadId: string;
  readonly orderId: string | null;
  readonly brand: string;
  readonly productCode: string;
  readonly planId: string;
  readonly state: SubscriptionListState;
  readonly currency: string;
  readonly amount: number;
  readonly instrument: 'profile' | 'mandate' | 'invoice';
  readonly periodEnd: string;
  readonly nextChargeOn: string | null;
  readonly cancelsOn: string | null;
  readonly createdAt: string;
  /** The newest twelve billing periods, oldest first. */
  readonly periods: readonly {
    readonly number: number;
    readonly startsOn: string;
    readonly state: 'due' | 'charging' | 'paid' | 'failed' | 'waived';
    readonly tries: number;
  }[];
  readonly buyer: { readonly name: string; readonly email: string } | null;
}

/** Answer of `GET /data/subscriptions`. */
export interface SubscriptionList {
  readonly subscriptions: readonly SubscriptionItem[];
  readonly after: string | null;
}

/** Answer of `GET /data/subscriptions/charges`: what the next 30 days charge, in each currency. */
export interface ChargeCalendar {
  /** The first of the 30 days. */
  readonly from: LocalDate;
  readonly days: readonly {
    readonly day: string;
    readonly currency: string;
    readonly count: number;
    readonly amount: number;
  }[];
}
