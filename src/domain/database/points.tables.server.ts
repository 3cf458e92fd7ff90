import type { JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Rows of `migrations/0012-points.ts`; times are UTC instants. */
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
