import type { RailManifest } from '#src/domain/payments/index.ts';

/** Paid at one of the school's units, by a card there, Pix there, bank notes or a cheque. A person there confirms it. */
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
