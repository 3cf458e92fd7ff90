import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Rows of `migrations/0021-dunning.ts`. Days are `YYYY-MM-DD` of the market; times are UTC instants. */

type DayOrNull = ColumnType<string | null, string | null | undefined, string | null>;
type TimeOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface DunningsTable {
  subscription_id: string;
  period_number: number;
  started_on: ColumnType<string, string, never>;
  suspended_on: DayOrNull;
  seen_tries: number;
  retries: Generated<number>;
  retry_at: TimeOrNull;
  needs_means: Generated<boolean>;
  next_look_at: Date | null;
  outcome: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Date;
  ended_at: TimeOrNull;
}

export interface SubscriptionNoticesTable {
  id: string;
  subscription_id: string;
  period_number: number;
  kind: string;
  channel: string;
  state: string;
  details: JSONColumnType<JsonObject, string | undefined, string>;
  created_at: Date;
  settled_at: TimeOrNull;
  held_until: TimeOrNull;
}
