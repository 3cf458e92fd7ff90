import type { RailSample } from '#src/domain/payments/index.ts';

/** Points that pay R$ 765,62. */
export const railSample: RailSample = {
  kept: { points: 24_500, pointsPerUnit: 32, shown: '24.500' },
  instructions: null,
  challengesBuyer: false,
};
