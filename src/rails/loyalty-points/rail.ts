import type { RailManifest } from '#src/domain/payments/index.ts';

/** Points of a loyalty programme in place of money; the member is verified on pages of the flow. */
export const rail: RailManifest = {
  id: 'loyalty-points',
  methods: ['loyalty-points'],
  markets: ['BR'],
  currencies: ['BRL'],
  needsScript: false,
  takesInstallments: false,
  waitingPath: null,
  afterStart: 'result',
  successVariant: 'default',
  renewable: false,
  emailsInstructions: false,
  hasOwnPages: true,
  documents: ['cpf'],
};
