import type { ColumnType } from 'kysely';
import type { JsonValue } from '#src/kernel/json/json.ts';

/** Rows of `migrations/0019-standing-consents.ts`. Amounts are bigint minor units; times are UTC instants. */

/** A day of the market's calendar, `YYYY-MM-DD`. */
type Day = ColumnType<string, string, string>;
type DayOrNull = ColumnType<string | null, string | null | undefined, string | null>;

export interface RecurrencesTable {
  id: string;
  order_id: string;
  attempt_id: string;
  gateway: string;
  reference: string;
  currency: string;
  amount: bigint;
  period: string;
  first_due_on: Day;
  state: string;
  ended_by: string | null;
  next_look_at: Date | null;
  next_send_on: DayOrNull;
  created_at: Date;
  updated_at: Date;
}

export interface RecurrenceChargesTable {
  recurrence_id: string;
  cycle: number;
  due_on: Day;
  invoice_id: ColumnType<string | null, string | null | undefined, string | null>;
  order_id: ColumnType<string | null, string | null | undefined, string | null>;
  attempt_id: ColumnType<string | null, string | null | undefined, string | null>;
  tries: ColumnType<JsonValue, string | undefined, string>;
  retry_on: DayOrNull;
  taken_until: Date;
  created_at: Date;
}
