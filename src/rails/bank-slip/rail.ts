import type { RailManifest } from '#src/domain/payments/index.ts';
import { limits } from './limits.ts';

/** Boleto: a slip registered at a bank, paid by its line, its bars or its own Pix QR (Resolução BCB 443/2024). */
export const rail: RailManifest = {
  id: 'bank-slip',
  methods: ['bankslip', 'bank-slip', 'boleto'],
  markets: ['BR'],
  currencies: ['BRL'],
  needsScript: false,
  takesInstallments: false,
  waitingPath: null,
  afterStart: 'success',
  successVariant: 'bankslip',
  renewable: false,
  emailsInstructions: true,
  limits,
};
