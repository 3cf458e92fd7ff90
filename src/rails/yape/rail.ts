import type { RailManifest } from '#src/domain/payments/index.ts';

/** Yape: the wallet behind a mobile phone of Peru, by a code that its app shows for two minutes. The answer comes at once. */
export const rail: RailManifest = {
  id: 'yape',
  methods: ['yape'],
  markets: ['PE'],
  currencies: ['PEN'],
  needsScript: false,
  takesInstallments: false,
  waitingPath: null,
  afterStart: 'result',
  successVariant: 'default',
  renewable: false,
  emailsInstructions: false,
  secretFields: ['code'],
  /**
   * Unverified: people with an account at Yape's bank may pay S/ 2,000 a day, others S/ 500 (the terms of 2025, as
   * reported by newspapers). Only the app has a payer's limit.
   */
  limits: { PEN: { least: 100n, most: 200_000n } },
};
