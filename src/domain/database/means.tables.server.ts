import type { Generated } from 'kysely';

/**
 * Rows of `migrations/0017-tries-and-profiles.ts`, with whom they count for (`0028-defences.ts`) and whether a bank had to
 * ask (`0032-asked-tries.ts`), and those of a means that was approved since (`0033-mended-tries.ts`); times are UTC instants.
 */
export interface MeansTriesTable {
  id: string;
  attempt_id: string | null;
  means_key: string;
  gateway: string;
  brand: string;
  amount: bigint;
  currency: string;
  installments: number;
  expiry: string | null;
  outcome: 'passed' | 'refused' | 'unasked' | null;
  raw: string | null;
  tried_at: Date;
  address_key: Generated<string | null>;
  network_key: Generated<string | null>;
  buyer_key: Generated<string | null>;
  browser_key: Generated<string | null>;
  must_ask: Generated<boolean>;
  /** The same means was approved since. */
  is_mended: Generated<boolean>;
}

/** Rows of `migrations/0028-defences.ts`. */
export interface GoodTriesTable {
  id: Generated<bigint>;
  address_key: string | null;
  network_key: string | null;
  at: Date;
}
export interface UsedChallengesTable {
  id: string;
  browser_hash: string;
  action: string;
  tries_left: number;
  solved_at: Date;
  ends_at: Date;
}
export interface TryAlarmsTable {
  id: Generated<bigint>;
  stage: number;
  since: Date;
  until: Date;
}
export interface GuardCountsTable {
  subject: string;
  period: string;
  count: number;
  ends_at: Date;
}

export interface PaymentProfilesTable {
  id: string;
  browser_hash: string;
  session_id: string;
  lead_id: string;
  email: string;
  business: string;
  market: string;
  rail: string;
  gateway: string;
  token: string;
  means_key: string | null;
  brand: string;
  last4: string;
  expiry: string;
  scheme_transaction_id: string | null;
  consent_id: string | null;
  attempt_id: string | null;
  created_at: Date;
  deleted_at: Date | null;
  replaced_by: string | null;
}
