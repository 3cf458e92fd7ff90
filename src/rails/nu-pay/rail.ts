import type { RailManifest } from '#src/domain/payments/index.ts';
import { limits } from './limits.ts';

/** NuPay: the buyer approves in the bank's app, reached by a page of NuPay's. */
export const rail: RailManifest = {
  id: 'nu-pay',
  methods: ['nu-pay'],
  markets: ['BR'],
  currencies: ['BRL'],
  needsScript: false,
  takesInstallments: false,
  waitingPath: '/awaiting',
  afterStart: 'waiting',
  successVariant: 'default',
  renewable: true,
  emailsInstructions: false,
  limits,
  prompts: 'document',
  documents: ['cpf'],
};
