import type { Generated } from 'kysely';

/** Rows of `migrations/0009-checkout-recovery.ts`. */

export interface RecoveriesTable {
  id: string;
  kind: string;
  session_id: string;
  created_at: Date;
}

export interface ResumeRequestsTable {
  id: string;
  session_id: string;
  channel: string;
  state: string;
  requested_at: Date;
  completed_at: Date | null;
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
  completed_at: Date | null;
}

export interface ReminderOptOutsTable {
  brand: string;
  email_hash: string;
  at: Date;
}
