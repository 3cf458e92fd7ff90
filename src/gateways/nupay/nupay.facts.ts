/**
 * What we know of NuPay only from other people's clients and mirrors of its documents: each fact stands here and nowhere
 * else, to be changed in one place.
 */
export const paths = {
  conditions: '/v2/checkouts/payment-conditions',
  payments: '/v1/checkouts/payments',
} as const;

/** A payment by our own name: `GET /v1/checkouts/payments?referenceId=`. Nothing is known there: "not found". */
export const referenceQuery = 'referenceId';

/** Headers of a signed message: ISO 8601 time; base64 of the Ed25519 signature over method, path, time and body. */
export const signature = { timestamp: 'x-spin-timestamp', value: 'x-spin-signature', driftSeconds: 600 } as const;

/** Waits after a 429, in seconds; the tries end with the caller's time. */
export const backOffSeconds = [1, 2, 4] as const;

/** A refund that our balance did not cover is ordered again, under a new name, after so long: 3 hours. */
export const refundPauseMs = 3 * 3_600_000;

/** Type of the error in a refund's answer (HTTP 200) when our balance does not cover it. */
export const balanceError = 'INSUFFICIENT_FUNDS';

/** For so long a payment may be given back by hand over there, or taken back. */
export const recheckDays = 120;
