import type { RailSample } from '#src/domain/payments/index.ts';

/** A payment without a next action. */
export const railSample: RailSample = { kept: {}, instructions: {}, challengesBuyer: false, leaves: true };
