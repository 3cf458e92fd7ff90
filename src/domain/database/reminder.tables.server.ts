import type { ColumnType, Generated } from 'kysely';

/** Rows of `migrations/0023-plan-changes-and-reminders.ts`. Amounts are bigint minor units; times are UTC instants. */

/** A day of the market's calendar, `YYYY-MM-DD`. */
type Day = ColumnType<string, string, string>;

export interface PlanChangesTable {
  order_id: string;
  subscription_id: string;
  from_plan_id: string;
  to_plan_id: string;
  term_from: Day;
  term_to: Day;
  price: bigint;
  currency: string;
  from_price: bigint | null;
  from_period_months: number | null;
  state: string;
  created_at: Date;
  settled_at: Date | null;
}

export interface AbandonmentsTable {
  id: string;
  session_id: string;
  purchase_key: string;
  brand: string;
  email_hash: string;
  began_at: Date;
  next_step: Generated<number>;
  next_at: Date | null;
  ended_at: Date | null;
  ended_by: string | null;
}

export interface RemindersTable {
  abandonment_id: string;
  step: number;
  channel: string;
  state: string;
  created_at: Date;
  settled_at: Date | null;
}

export interface ReminderStopsTable {
  brand: string;
  email_hash: string;
  at: Date;
}
