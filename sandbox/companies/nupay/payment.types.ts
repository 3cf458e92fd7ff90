export type NuPayStatus =
  | 'WAITING_PAYMENT_METHOD'
  | 'AUTHORIZED'
  | 'COMPLETED'
  | 'CANCELLING'
  | 'CANCELLED'
  | 'DENIED'
  | 'ERROR';

/** A payment as NuPay stores it; amounts are centavos here and reais with decimals in its API. */
export interface NuPayPayment {
  readonly pspReferenceId: string;
  /** The shop's own reference: one payment per reference. */
  readonly referenceId: string;
  readonly fingerprint: string;
  readonly amount: number;
  readonly storeName: string;
  readonly shopper: { readonly name: string; readonly document: string };
  readonly status: NuPayStatus;
  readonly cancelReason?: string;
  readonly funding?: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly callbackUrl: string;
  readonly refunds: readonly NuPayRefund[];
  readonly createdAt: string;
  /** When it expires. */
  readonly endsAt: string;
  readonly completedAt?: string;
}

export interface NuPayRefund {
  readonly refundId: string;
  readonly transactionRefundId: string;
  readonly amount: number;
  readonly status: 'REFUNDED' | 'ERROR';
  readonly error?: string;
  readonly at: string;
}
