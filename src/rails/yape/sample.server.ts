import type { RailSample } from '#src/domain/payments/index.ts';

/** A wallet that paid. */
export const railSample: RailSample = { kept: { phoneEnd: '321' }, instructions: null, challengesBuyer: false };
