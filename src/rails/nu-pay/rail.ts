import type { RailManifest } from '#src/domain/payments/index.ts';

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
  /**
   * Unverified: R$ 1 by the table of a company that resells NuPay. A person's limit is read at NuPay itself (payment
   * conditions).
   */
  limits: { BRL: { least: 100n } },
  prompts: 'document',
  documents: ['cpf'],
};
