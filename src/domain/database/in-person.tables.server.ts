import type { Generated } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Json, WriteOnce } from './column-types.server.ts';

/** Rows of `migrations/0006-in-person.ts`. */

export interface StaffMembersTable {
  id: string;
  brand: string;
  unit_id: string;
  person: string;
  name: string;
  created_at: Date;
  revoked_at: Date | null;
}

export interface InPersonPaymentsTable {
  id: string;
  attempt_id: string;
  order_id: string;
  brand: string;
  unit_id: string;
  unit: Json<JsonObject>;
  code: string;
  method: string;
  proof_kind: 'terminal-slip' | 'transfer-id' | 'receipt' | 'bank-draft';
  amount: bigint;
  currency: Currency;
  state: 'open' | 'collected' | 'canceled';
  expires_at: Date;
  created_at: Date;
}

export interface InPersonMovementsTable {
  id: WriteOnce<string>;
  position: Generated<bigint>;
  in_person_payment_id: WriteOnce<string>;
  kind: WriteOnce<'capture' | 'refund'>;
  amount: WriteOnce<bigint>;
  currency: WriteOnce<Currency>;
  proof: Json<JsonObject>;
  proof_key: WriteOnce<string | null>;
  staff_member_id: WriteOnce<string>;
  at: WriteOnce<Date>;
}

export interface InPersonRefundsTable {
  id: string;
  in_person_payment_id: string;
  amount: bigint;
  /** `checkout`: the gateway asked, for a refund of the order. */
  reason: 'returned-11' | 'returned-12' | 'withdrawal' | 'mistake' | 'checkout';
  state: 'requested' | 'approved' | 'refused';
  requested_by: string | null;
  requested_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
}

export interface InPersonEventsTable {
  id: Generated<bigint>;
  in_person_payment_id: string;
  staff_member_id: string | null;
  kind: 'opened' | 'canceled' | 'collected' | 'reversal-asked' | 'reversal-approved' | 'reversal-refused';
  detail: Json<JsonObject>;
  ip: string;
  at: Date;
}
