import type { RailManifest } from '#src/domain/payments/index.ts';

/** Paid at one of the school's units, by a card, Pix, cash or a cheque. The unit's staff confirm it. */
export const rail: RailManifest = {
  id: 'in-person',
  methods: ['credit-card-in-person', 'pix-in-person', 'cash', 'cheque'],
  markets: ['BR'],
  currencies: ['BRL'],
  needsScript: false,
  takesInstallments: false,
  waitingPath: null,
  afterStart: 'success',
  successVariant: 'default',
  renewable: false,
  emailsInstructions: true,
  requiresLocation: 'unit',
};
