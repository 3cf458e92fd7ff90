/** A means of payment that a buyer let us keep, as pages and calls may know it. The gateway's name of it is not here. */
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
  /** How its scheme knows the first payment. */
  readonly schemeTransactionId: string | null;
  /** The key under which its tries were counted when it was kept; null where none was. */
  readonly instrumentKey: string | null;
}
