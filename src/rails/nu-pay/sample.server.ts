import type { RailSample } from '#src/domain/payments/index.ts';

/** A payment that asks the buyer for nothing. */
export const railSample: RailSample = { kept: {}, instructions: {}, challengesBuyer: false, leaves: true };
