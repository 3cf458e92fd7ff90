import type { Generated } from 'kysely';

/** Rows of `migrations/0009-checkout-recovery.ts`. */

export interface RecoveriesTable {
  id: string;
  kind: 'unfinished' | 'failed-charge';
  session_id: string;
  created_at: Date;
}

export interface ResumeRequestsTable {
  id: string;
  session_id: string;
  channel: 'email' | 'sms';
  state: 'waiting' | 'sending' | 'sent' | 'not-needed';
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
  ended_by: 'bought' | 'stopped' | 'not-wanted' | 'already-reminded' | 'done' | null;
}

export interface RemindersTable {
  abandonment_id: string;
  step: number;
  channel: 'email' | 'sms';
  state: 'waiting' | 'sending' | 'sent' | 'not-needed';
  created_at: Date;
  completed_at: Date | null;
}

export interface ReminderOptOutsTable {
  brand: string;
  email_hash: string;
  at: Date;
}
