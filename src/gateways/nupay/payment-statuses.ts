import type { Decline, GatewayFact } from '#src/domain/payments/index.ts';

/** NuPay's states of a payment, as ours. */
export const paymentStatuses = {
  WAITING_PAYMENT_METHOD: 'awaiting-buyer',
  AUTHORIZED: 'processing',
  COMPLETED: 'captured',
  CANCELLING: 'processing',
  CANCELLED: 'voided',
  DENIED: 'declined',
  ERROR: 'failed',
} as const satisfies Readonly<Record<string, GatewayFact['state']>>;
export type PaymentStatus = keyof typeof paymentStatuses;

/** The reason depends on who cancelled: the merchant, the buyer or the bank, or expiry. */
const cancelled: Readonly<Record<string, GatewayFact['state']>> = {
  CANCELLED_BY_SELLER: 'voided',
  CANCELLED_BY_USER: 'declined',
  CANCELLED_BY_INSTITUTION: 'declined',
  CANCELLED_BY_TIMEOUT: 'expired',
};

export function isPaymentStatus(word: string): word is PaymentStatus {
  return Object.hasOwn(paymentStatuses, word);
}

export function stateOf(word: PaymentStatus, reason: string | undefined): GatewayFact['state'] {
  return word === 'CANCELLED' ? (cancelled[reason ?? ''] ?? paymentStatuses[word]) : paymentStatuses[word];
}

/** Only a pending payment can be cancelled; later ones are refunded. */
export function mayCancel(state: GatewayFact['state']): boolean {
  return state === paymentStatuses.WAITING_PAYMENT_METHOD;
}

/** Why the payment failed; undefined where it did not. */
export function declineOf(word: PaymentStatus, reason: string | undefined): Decline | undefined {
  const state = stateOf(word, reason);
  if (state !== 'declined' && state !== 'failed') return undefined;
  const code = state === 'failed' ? 'gateway-refused' : reason === 'CANCELLED_BY_USER' ? 'app-canceled' : 'app-refused';
  return { code, raw: reason ?? word, reversible: true };
}
