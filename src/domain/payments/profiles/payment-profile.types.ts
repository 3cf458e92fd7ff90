/** An instrument that its buyer let us keep, as pages and calls may know it: without the vault's token. */
export interface PaymentProfile {
  readonly id: string;
  readonly rail: string;
  readonly gateway: string;
  readonly brand: string;
  readonly last4: string;
  /** MM/AA. */
  readonly expiry: string;
}

/** What a charge needs of a profile. */
export interface ProfileCredentials extends Pick<PaymentProfile, 'brand' | 'last4' | 'expiry'> {
  readonly token: string;
  /** The scheme's id of the first payment. */
  readonly schemeTransactionId: string | null;
  /** The key under which its attempts were counted when it was saved; null where they were not. */
  readonly instrumentKey: string | null;
}

/** An instrument to save, once its payment or verification passed. */
export interface ProfileToSave {
  readonly sessionId: string;
  /** The attempt that brought it: it brings one profile; null for a verification. */
  readonly attemptId: string | null;
  readonly rail: string;
  readonly gateway: string;
  readonly token: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiry: string;
  readonly schemeTransactionId: string | null;
  readonly consentId: string | null;
  /** Absent where its attempts are not counted. */
  readonly instrumentKey?: string;
  /** It was entered in another browser than the session's: no browser may use it later. */
  readonly isOtherDevice?: boolean;
}
