import type { AmountLimits } from '#src/domain/payments/index.ts';

/**
 * Unverified: people with an account of the bank behind it may pay S/ 2,000 a day, others S/ 500 (the terms of 2025, by
 * newspapers' accounts). Which of them pays is known to the app only.
 */
export const limits: Readonly<Partial<Record<'PEN', AmountLimits>>> = { PEN: { least: 100n, most: 200_000n } };
