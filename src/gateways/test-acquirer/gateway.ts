/** The card acquirer of the sandbox: charges with an encrypted card, 3-D Secure 2, capture, void and refund. */
export const gateway = {
  id: 'test-acquirer',
  methods: ['credit-card', 'default-credit-card', 'creditcard'],
  markets: ['BR', 'MZ', 'PE'],
  /** Brands whose contract wants a kept card's code at each of its holder's own payments. */
  requiresSecurityCode: ['american_express', 'elo'],
} as const;
