import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Rows of `migrations/0004-after-payment.ts`. Amounts are bigint minor units; times are UTC instants. */

type Json<T extends object> = JSONColumnType<T, string, string>;

export interface AccessGrantsTable {
  id: string;
  order_id: string;
  lead_id: string;
  brand: string;
  product_code: string;
  state: string;
  granted_at: Date;
}

export interface AccessTokensTable {
  token_hash: string;
  grant_id: string;
  purpose: string;
  expires_at: Date;
  used_at: Date | null;
  created_at: Date;
}

export interface MessagesTable {
  id: string;
  order_id: string;
  kind: string;
  dedup: string;
  state: string;
  tries: Generated<number>;
  created_at: Date;
  sent_at: Date | null;
  held_until: Generated<Date | null>;
}

export interface OutboxEventsTable {
  id: Generated<bigint>;
  type: string;
  /** It tells of one of these three (`migrations/0026-outgoing-messages.ts`). */
  order_id: ColumnType<string | null, string | undefined, never>;
  subscription_id: ColumnType<string | null, string | undefined, never>;
  lead_id: ColumnType<string | null, string | undefined, never>;
  dedup: string;
  payload: Json<JsonObject>;
  created_at: Date;
  /** When it was written into the lists of those who listen. */
  dispatched_at: ColumnType<Date | null, Date | undefined, Date>;
}

export interface NotificationsTable {
  id: string;
  gateway: string;
  event_id: string;
  reference: string | null;
  attempt_id: string | null;
  state: string;
  reason: string | null;
  tries: Generated<number>;
  received_at: Date;
  handled_at: Date | null;
}

export interface GatewayCursorsTable {
  gateway: string;
  cursor: string | null;
  updated_at: Date;
}
