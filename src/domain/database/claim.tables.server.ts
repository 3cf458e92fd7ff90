import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Rows of `migrations/0018-points-and-desks.ts`. Amounts are bigint minor units; times are UTC instants. */

type Json<T extends object> = JSONColumnType<T, string, string>;
/** Written once: no update type, so that the compiler refuses it. */
type Once<T> = ColumnType<T, T, never>;

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

export interface UnitPeopleTable {
  id: string;
  brand: string;
  unit_id: string;
  person: string;
  name: string;
  created_at: Date;
  revoked_at: Date | null;
}

export interface ClaimsTable {
  id: string;
  attempt_id: string;
  order_id: string;
  brand: string;
  unit_id: string;
  unit: Json<JsonObject>;
  code: string;
  method: string;
  proof_kind: string;
  amount: bigint;
  currency: string;
  state: 'open' | 'taken' | 'withdrawn';
  expires_at: Date;
  created_at: Date;
}

export interface ClaimMovementsTable {
  id: Once<string>;
  place: Generated<bigint>;
  claim_id: Once<string>;
  kind: Once<'capture' | 'refund'>;
  amount: Once<bigint>;
  currency: Once<string>;
  proof: Json<JsonObject>;
  proof_key: Once<string | null>;
  person_id: Once<string>;
  at: Once<Date>;
}

export interface ClaimReversalsTable {
  id: string;
  claim_id: string;
  amount: bigint;
  reason: string;
  state: 'asked' | 'approved' | 'refused';
  asked_by: string | null;
  asked_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
}

export interface ClaimEventsTable {
  id: Generated<bigint>;
  claim_id: string;
  person_id: string | null;
  kind: string;
  detail: Json<JsonObject>;
  ip: string;
  at: Date;
}
