import type { RailManifest } from '#src/domain/payments/index.ts';

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
  /**
   * Unverified: most issuers register nothing below R$ 3 to R$ 5, since a slip costs them about as much; from R$ 250.000 on a
   * slip is settled by the banks one by one and many refuse it.
   */
  limits: { BRL: { least: 500n, most: 24_999_999n } },
};
