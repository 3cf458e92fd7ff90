import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Rows of `migrations/0020-subscription-periods.ts`. Days are `YYYY-MM-DD` of the market; times are UTC instants. */

type Day = ColumnType<string, string, string>;
type TextOrNull = ColumnType<string | null, string | null | undefined, string | null>;
type TimeOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface SubscriptionPeriodsTable {
  subscription_id: string;
  number: number;
  due_on: Day;
  term_from: Day;
  term_to: Day;
  anchor_months: number;
  order_id: TextOrNull;
  invoice_id: TextOrNull;
  state: string;
  tries: Generated<number>;
  next_try_at: TimeOrNull;
  created_at: Date;
  paid_at: TimeOrNull;
  /** `migrations/0021-dunning.ts`: when it is looked at for what is told before its charge. */
  ahead_look_at: TimeOrNull;
}

export interface SubscriptionEventsTable {
  id: Generated<bigint>;
  subscription_id: string;
  event: string;
  from_state: string | null;
  to_state: string;
  details: JSONColumnType<JsonObject, string | undefined, never>;
  at: Date;
}
