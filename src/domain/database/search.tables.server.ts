import type { Generated } from 'kysely';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';

/** Rows of `migrations/0021-search.ts`. */

export interface SaleChangesTable {
  id: Generated<bigint>;
  order_id: string;
}

/** An order as lists and searches see it. Keyed hashes in place of personal data. */
export interface SaleSearchTable {
  number: bigint;
  order_id: string;
  reference: string;
  lead_id: string;
  subscription_id: string | null;
  began_at: Date;
  paid_at: Date | null;
  brand: string;
  variant: string | null;
  business: string;
  market: Country;
  product_code: string;
  plan_id: string;
  seller: string;
  source: string;
  campaign: string | null;
  unit: string | null;
  kind: 'first' | 'upsell' | 'renewal' | 'upgrade' | 'invoice';
  state: 'open' | 'partly-paid' | 'paid' | 'refunded' | 'closed';
  troubles: string[];
  methods: string[];
  card_brand: string | null;
  last4: number | null;
  currency: Currency;
  total: bigint;
  received: bigint;
  returned: bigint;
  charged: bigint | null;
  voucher: string | null;
  email_key: Buffer | null;
  phone_key: Buffer | null;
  phone_end_key: Buffer | null;
  document_keys: Buffer[];
  name_keys: bigint[];
}

export interface SearchNumbersTable {
  kind: 'barcode' | 'our-number' | 'cash-code' | 'payment-code' | 'fiscal-note' | 'last4';
  value: string;
  at: Date;
  number: bigint;
}

/** One row while the index is made anew. */
export interface SearchRebuildTable {
  id: Generated<boolean>;
  after_number: bigint;
  last_number: bigint;
  started_at: Date;
}
