import type { ColumnType, JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Rows of `migrations/0025-buyers-own-page.ts`. Amounts are bigint minor units; times are UTC instants. */

type Day = ColumnType<string, string, string>;
type Json<T extends object> = JSONColumnType<T, string, string>;

export interface WithdrawalsTable {
  order_id: string;
  contract_at: Date;
  last_day: Day;
  asked_at: Date;
  refund_id: string | null;
  amount: bigint;
  currency: string;
  followed_at: Date | null;
}

export interface PayoutDetailsTable {
  order_id: string;
  kind: 'cpf' | 'cnpj' | 'email' | 'phone' | 'random' | 'account';
  sealed: string;
  hint: string;
  given_at: Date;
}

/** Who said when from where that money goes to which account. */
export interface PayoutChangesTable {
  id: string;
  order_id: string;
  kind: string;
  hint: string;
  ip: string;
  given_at: Date;
}

export interface BuyerPagesTable {
  id: string;
  brand: string;
  email: string;
  created_at: Date;
  erased_at: Date | null;
}

export interface BuyerLettersTable {
  id: string;
  page_id: string;
  kind: 'link' | 'erase';
  locale: string;
  link: Json<JsonObject>;
  variant: string | null;
  state: 'waiting' | 'sent' | 'not-needed';
  created_at: Date;
  sent_at: Date | null;
}

export interface PageBudgetsTable {
  subject: string;
  period: string;
  asked: number;
  most: number;
  ends_at: Date;
}

export interface ErasuresTable {
  id: string;
  page_id: string;
  brand: string;
  erased: Json<JsonObject>;
  at: Date;
}
