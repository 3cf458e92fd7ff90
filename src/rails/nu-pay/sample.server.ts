import type { RailSample } from '#src/domain/payments/index.ts';

/** A payment at which nobody is asked anything. */
export const railSample: RailSample = { kept: {}, instructions: {}, challengesBuyer: false, leaves: true };
