import type { AmountLimits } from '#src/domain/payments/index.ts';

/**
 * Schemes charge merchants for nominal amounts below one unit (Cielo, card verification). Unverified for Peru and Mozambique.
 */
export const limits: Readonly<Partial<Record<'BRL' | 'MZN' | 'PEN', AmountLimits>>> = {
  BRL: { least: 100n },
  MZN: { least: 100n },
  PEN: { least: 100n },
};
