import type { RailSample } from '#src/domain/payments/index.ts';

/** A payment without a real phone. */
export const railSample: RailSample = {
  kept: { phoneEnd: '4567' },
  instructions: { phoneEnd: '4567' },
  challengesBuyer: false,
  refusal: 'wallet-balance',
};
