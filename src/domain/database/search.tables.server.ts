import type { Generated } from 'kysely';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';

/** Rows of `migrations/0021-search.ts` and `migrations/0026-search-by-short-keys.ts`. */

export interface SaleChangesTable {
  id: Generated<bigint>;
  order_id: string;
}

/** An order as lists and searches see it. Keyed hashes in place of personal data. */
export interface SaleSearchTable {
  number: bigint;
  began_at: Date;
  paid_at: Date | null;
  total: bigint;
  received: bigint;
  returned: bigint;
  charged: bigint | null;
  email_key: bigint | null;
  phone_key: bigint | null;
  phone_end_key: bigint | null;
  document_key: bigint | null;
  last4: number | null;
  order_id: string;
  reference: string;
  lead_id: string;
  subscription_id: string | null;
  brand: string;
  variant: string | null;
  market: Country;
  product_code: string;
  plan_id: string;
  seller: string;
  source: string;
  unit: string | null;
  kind: 'first' | 'upsell' | 'renewal' | 'upgrade' | 'invoice';
  state: 'open' | 'partly-paid' | 'paid' | 'refunded' | 'closed';
  troubles: string[] | null;
  methods: string[];
  card_brand: string | null;
  currency: Currency;
  voucher: string | null;
  name_keys: number[];
}

export interface SearchNumbersTable {
  key: bigint;
  number: bigint;
}

/** One row while the index is made anew. */
export interface SearchRebuildTable {
  id: Generated<boolean>;
  after_number: bigint;
  last_number: bigint;
  started_at: Date;
}
