import type { RailManifest } from '#src/domain/payments/index.ts';

/**
 * Credit card. The number is typed in a page of its own origin and reaches us only encrypted for the acquirer, so
 * without JavaScript the card is not offered.
 */
export const rail: RailManifest = {
  id: 'card',
  methods: ['credit-card', 'default-credit-card', 'creditcard'],
  markets: ['BR', 'MZ', 'PE'],
  currencies: ['BRL', 'MZN', 'PEN'],
  needsScript: true,
  takesInstallments: true,
  waitingPath: null,
  afterStart: 'result',
  successVariant: 'default',
  renewable: false,
  emailsInstructions: false,
  asksBillingAddress: true,
  countsCardAttempts: true,
  secretFields: ['token', 'authentication'],
  /**
   * Schemes charge merchants for nominal amounts below one unit (Cielo, card verification). Unverified for Peru and Mozambique.
   */
  limits: {
    BRL: { least: 100n },
    MZN: { least: 100n },
    PEN: { least: 100n },
  },
};
