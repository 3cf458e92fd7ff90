import type { Locale } from '#src/kernel/locale/locale.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Json } from './column-types.server.ts';

/** Rows of `migrations/0014-privacy.ts`. */

export interface BuyerAccountsTable {
  id: string;
  brand: string;
  email: string;
  created_at: Date;
  erased_at: Date | null;
}

export interface AccountEmailsTable {
  id: string;
  account_id: string;
  kind: 'link' | 'erase' | 'corrected';
  locale: Locale;
  link: Json<JsonObject>;
  variant: string | null;
  state: 'waiting' | 'sent' | 'not-needed';
  created_at: Date;
  sent_at: Date | null;
}

export interface LinkBudgetsTable {
  subject: string;
  period: string;
  asked: number;
  most: number;
  ends_at: Date;
}

export interface ErasuresTable {
  id: string;
  account_id: string;
  brand: string;
  erased: Json<JsonObject>;
  at: Date;
}
