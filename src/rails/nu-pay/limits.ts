import type { AmountLimits } from '#src/domain/payments/index.ts';

/**
 * Unverified: R$ 1 by the table of a company that passes NuPay on. What a person may spend is asked at the company
 * itself (payment conditions).
 */
export const limits: Readonly<Partial<Record<'BRL', AmountLimits>>> = { BRL: { least: 100n } };
