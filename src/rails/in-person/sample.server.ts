import type { RailSample } from '#src/domain/payments/index.ts';

/** A payment at a unit that no brand has. */
export const railSample: RailSample = {
  kept: { means: 'cash' },
  instructions: {
    code: 'BCDFGH',
    unit: { name: 'Centro', address: 'Rua das Flores, 100', city: 'Curitiba', region: 'PR' },
    method: 'cash',
    proofKind: 'receipt',
  },
  challengesBuyer: false,
};
