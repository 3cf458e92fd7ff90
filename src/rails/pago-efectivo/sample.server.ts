import type { RailSample } from '#src/domain/payments/index.ts';

/** A code of no real order. */
export const railSample: RailSample = { kept: {}, instructions: { cip: '20264815' }, challengesBuyer: false };
