import type { RailManifest } from '#src/domain/payments/index.ts';
import { limits } from './limits.ts';

/** M-Pesa: the buyer's phone asks for a PIN, and the wallet behind its number pays (Vodacom Moçambique). */
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
  limits,
  prompts: 'phone',
};
