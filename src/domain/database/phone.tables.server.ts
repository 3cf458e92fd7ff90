import type { Generated } from 'kysely';

/** Rows of `migrations/0010-phone-codes.ts`. Times are UTC instants. */

export interface PhoneCodesTable {
  id: string;
  lead_id: string;
  /** E.164. */
  phone: string;
  code_hash: string;
  tries: Generated<number>;
  sent_at: Date;
  expires_at: Date;
  /** Used, replaced or guessed at too often. */
  closed_at: Date | null;
}

export interface SmsBudgetsTable {
  /** Keyed hash of what is counted: a phone, an address, a block of numbers. */
  subject: string;
  period: string;
  sent: number;
  most: number;
  ends_at: Date;
}
