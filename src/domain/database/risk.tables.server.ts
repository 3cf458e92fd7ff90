import type { Generated } from 'kysely';

/** Rows of `migrations/0013-risk.ts`. */

export interface CardAttemptsTable {
  id: string;
  attempt_id: string | null;
  instrument_key: string;
  gateway: string;
  brand: string;
  amount: bigint;
  currency: string;
  installments: number;
  expiry: string | null;
  outcome: 'passed' | 'refused' | 'not-sent' | null;
  raw: string | null;
  attempted_at: Date;
  address_key: Generated<string | null>;
  network_key: Generated<string | null>;
  buyer_key: Generated<string | null>;
  browser_key: Generated<string | null>;
  force_challenge: Generated<boolean>;
  /** The same instrument was approved since. */
  is_cleared: Generated<boolean>;
}

/** The instrument of an approved attempt. Rows of `migrations/0023-console-lists.ts`. */
export interface ApprovedInstrumentsTable {
  attempt_id: string;
  instrument_key: string;
  at: Date;
}

export interface ApprovedAttemptsTable {
  id: Generated<bigint>;
  address_key: string | null;
  network_key: string | null;
  at: Date;
}

export interface SolvedChallengesTable {
  id: string;
  browser_hash: string;
  action: string;
  uses_left: number;
  solved_at: Date;
  ends_at: Date;
}

export interface DeclineAlarmsTable {
  id: Generated<bigint>;
  level: number;
  since: Date;
  until: Date;
}

export interface RateCountersTable {
  subject: string;
  period: string;
  count: number;
  ends_at: Date;
}
