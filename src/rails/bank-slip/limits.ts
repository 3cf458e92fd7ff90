import type { AmountLimits } from '#src/domain/payments/index.ts';

/**
 * Unverified: most issuers register nothing below R$ 3 to R$ 5, since a slip costs them about as much; from R$ 250.000 on a
 * slip is settled by the banks one by one and many refuse it.
 */
export const limits: Readonly<Partial<Record<'BRL', AmountLimits>>> = { BRL: { least: 500n, most: 24_999_999n } };
