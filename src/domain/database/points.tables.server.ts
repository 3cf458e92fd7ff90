import type { JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Rows of `migrations/0012-points-links.ts`; times are UTC instants. */
export interface PointsLinksTable {
  session_id: string;
  programme: string;
  member_id: string;
  devices: JSONColumnType<JsonObject[], string, string>;
  device_id: string | null;
  challenge_id: string | null;
  code_expires_at: Date | null;
  resend_at: Date | null;
  token: string | null;
  token_expires_at: Date | null;
  points: bigint | null;
  problem: string | null;
  updated_at: Date;
}
