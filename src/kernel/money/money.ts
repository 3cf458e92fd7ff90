/** ISO 4217 codes of the three markets; all have two decimals. */
export const currencies = ['BRL', 'MZN', 'PEN'] as const;
export type Currency = (typeof currencies)[number];

/** An amount in minor units (cents, centavos, céntimos) and its currency. Never a float. */
export interface Money {
  readonly amount: bigint;
  readonly currency: Currency;
}
