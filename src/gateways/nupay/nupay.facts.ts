/** Facts of NuPay that are known only from other clients and mirrors of its documents. They are in this file only. */
export const paths = {
  conditions: '/v2/checkouts/payment-conditions',
  payments: '/v1/checkouts/payments',
} as const;

/** A payment by our own reference: `GET /v1/checkouts/payments?referenceId=`. No payment: "not found". */
export const referenceQuery = 'referenceId';

/** Headers of a signed message: ISO 8601 time; base64 of the Ed25519 signature over method, path, time and body. */
export const signature = { timestamp: 'x-spin-timestamp', value: 'x-spin-signature', driftSeconds: 600 } as const;

/** Waits after a 429, in seconds, within the caller's time limit. */
export const backOffSeconds = [1, 2, 4] as const;

/** A refund that our balance did not cover is requested again, under a new reference, after 3 hours. */
export const refundPauseMs = 3 * 3_600_000;

/** Type of the error in a refund's answer (HTTP 200) when our balance does not cover it. */
export const balanceError = 'INSUFFICIENT_FUNDS';

/** Days in which a payment may be refunded in NuPay's panel, or disputed. */
export const recheckDays = 120;
