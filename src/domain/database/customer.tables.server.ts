import type { Generated, JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Rows of `migrations/0010-customers.ts`. */

export interface AccessGrantsTable {
  id: string;
  order_id: string;
  lead_id: string;
  brand: string;
  product_code: string;
  state: 'active' | 'revoked';
  granted_at: Date;
}

/** A change of a grant's state. Rows of `migrations/0018-recording.ts`. */
export interface AccessEventsTable {
  id: Generated<bigint>;
  grant_id: string;
  order_id: string;
  change: 'opened' | 'closed';
  cause: string;
  at: Date;
}

export interface AccessTokensTable {
  token_hash: string;
  grant_id: string;
  purpose: 'first-access' | 'email';
  expires_at: Date;
  used_at: Date | null;
  created_at: Date;
}

export interface MagicLinksTable {
  token_hash: string;
  subject_id: string;
  expires_at: Date;
  created_at: Date;
}

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

export interface PointsLinksTable {
  session_id: string;
  programme: string;
  kind: 'earn' | 'spend';
  member_id: string;
  devices: JSONColumnType<JsonObject[], string, string>;
  device_id: string | null;
  challenge_id: string | null;
  code_expires_at: Date | null;
  resend_at: Date | null;
  tries: number;
  token: string | null;
  token_expires_at: Date | null;
  points: bigint | null;
  joined_at: Date | null;
  problem: string | null;
  updated_at: Date;
}

export interface OrderMembershipsTable {
  order_id: string;
  programme: string;
  kind: 'earn' | 'spend';
  member_id: string;
  points: bigint | null;
}

export interface PointsBudgetsTable {
  subject: string;
  period: string;
  asked: number;
  most: number;
  ends_at: Date;
}

export interface PointsAccrualsTable {
  order_id: string;
  programme: string;
  member_id: string;
  state: 'waiting' | 'credited' | 'not-due' | 'reversed';
  due_at: Date;
  points: bigint | null;
  reference: string | null;
  tries: Generated<number>;
  created_at: Date;
  credited_at: Date | null;
  reversed_at: Date | null;
}
