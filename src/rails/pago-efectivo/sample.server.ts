import type { RailSample } from '#src/domain/payments/index.ts';

/** A code that no agent knows. */
export const railSample: RailSample = { kept: {}, instructions: { cip: '20264815' }, challengesBuyer: false };
