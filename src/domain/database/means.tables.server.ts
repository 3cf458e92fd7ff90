/** Rows of `migrations/0017-tries-and-profiles.ts`; times are UTC instants. */
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
