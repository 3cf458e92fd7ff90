import type { RailSample } from '#src/domain/payments/index.ts';

/** A card as the card fields return it. */
export const railSample: RailSample = {
  kept: { brand: 'mastercard', last4: '1142', expiry: '12/2030' },
  instructions: null,
  challengesBuyer: true,
};
