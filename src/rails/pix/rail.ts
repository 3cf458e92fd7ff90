import type { RailManifest } from '#src/domain/payments/index.ts';

/** Pix: instant transfer by a code that the buyer's bank app scans or pastes (Banco Central do Brasil). */
export const rail: RailManifest = {
  id: 'pix',
  methods: ['pix'],
  markets: ['BR'],
  currencies: ['BRL'],
  needsScript: false,
  takesInstallments: false,
  waitingPath: '/pix',
  afterStart: 'waiting',
  successVariant: 'default',
  renewable: true,
  emailsInstructions: false,
};
