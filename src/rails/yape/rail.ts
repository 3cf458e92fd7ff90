import type { RailManifest } from '#src/domain/payments/index.ts';
import { limits } from './limits.ts';

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
  limits,
};
