import type { SaleKind } from '#src/domain/sales/search/index.ts';
import type { OrderState } from '#src/domain/orders/index.ts';

/** A sale in a list. Amounts are minor units; instants are ISO 8601 in UTC; the buyer is masked. */
export interface SaleItem {
  readonly orderId: string;
  /** As buyers read it, `K4W-TQP`. */
  readonly reference: string;
  readonly number: string;
  readonly leadId: string;
  readonly subscriptionId: string | null;
  readonly beganAt: string;
  readonly paidAt: string | null;
  readonly brand: string;
  /** IANA zone of its market. */
  readonly timeZone: string;
  readonly productCode: string;
  readonly planId: string;
  readonly seller: string;
  readonly source: string;
  readonly kind: SaleKind;
  readonly state: OrderState;
  readonly troubles: readonly string[];
  readonly methods: readonly string[];
  readonly cardBrand: string | null;
  /** Four digits. */
  readonly last4: string | null;
  readonly currency: string;
  readonly total: number;
  readonly received: number;
  readonly returned: number;
  /** Null once the buyer was erased. */
  readonly buyer: { readonly name: string; readonly email: string } | null;
}

/** Answer of `GET /data/sales`: a page, newest first, and the cursors of its neighbours. */
export interface SaleList {
  readonly sales: readonly SaleItem[];
  /** Of the newer page; null: this is the newest. */
  readonly before: string | null;
  /** Of the older page; null: this is the oldest. */
  readonly after: string | null;
}
