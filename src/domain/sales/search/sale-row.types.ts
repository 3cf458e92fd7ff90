import type { Country } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { OrderState } from '../../orders/index.ts';

/** What somebody has to look at in a sale. */
export const saleTroubles = [
  'task',
  'dispute',
  'refund-by-hand',
  'payment-unknown',
  'payment-declined',
  'note-refused',
  'email-failed',
  'webhook-failed',
] as const;
export type SaleTrouble = (typeof saleTroubles)[number];

export const saleKinds = ['first', 'upsell', 'renewal', 'upgrade', 'invoice'] as const;
export type SaleKind = (typeof saleKinds)[number];

/** A sale as lists and search results show it. Amounts are minor units; the buyer is masked. */
export interface SaleRow {
  readonly orderId: string;
  readonly number: bigint;
  /** As buyers read it, `K4W-TQP`. */
  readonly reference: string;
  readonly leadId: string;
  readonly subscriptionId: string | null;
  readonly beganAt: Date;
  readonly paidAt: Date | null;
  readonly brand: string;
  readonly variant: string | null;
  readonly market: Country;
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
  readonly currency: Currency;
  readonly total: bigint;
  readonly received: bigint;
  readonly returned: bigint;
  /** Null once the buyer was erased. */
  readonly buyer: { readonly name: string; readonly email: string } | null;
}

/** States of a subscription, as its list is narrowed by them. */
export const subscriptionListStates = ['trialing', 'active', 'past-due', 'paused', 'suspended', 'canceled'] as const;
export type SubscriptionListState = (typeof subscriptionListStates)[number];
