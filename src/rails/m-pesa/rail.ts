import type { RailManifest } from '#src/domain/payments/index.ts';

/** M-Pesa: a prompt on the buyer's phone requests a PIN, and the wallet behind its number pays (Vodacom Moçambique). */
export const rail: RailManifest = {
  id: 'm-pesa',
  methods: ['m-pesa'],
  markets: ['MZ'],
  currencies: ['MZN'],
  needsScript: false,
  takesInstallments: false,
  waitingPath: '/awaiting',
  afterStart: 'waiting',
  successVariant: 'default',
  renewable: true,
  emailsInstructions: false,
  /**
   * Unverified, since the regulator's and the operator's own pages could not be read: an ordinary customer's wallet
   * (level 2) pays 75.000 MT at once since May 2024, one opened with less proof (level 1) 40.000 MT; only the operator
   * has the level (Banco de Moçambique, Aviso 07/GBM/2024, as reported by two law firms and newspapers).
   */
  limits: { MZN: { least: 100n, most: 7_500_000n } },
  prompts: 'phone',
};
