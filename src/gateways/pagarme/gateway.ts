/** Pagar.me (API v5) for cards: charges with a card token, capture, cancellation before and after it. */
export const gateway = {
  id: 'pagarme',
  methods: ['credit-card', 'default-credit-card', 'creditcard'],
  markets: ['BR'],
  // `options.verify_card` stores the card with a customer for good; whether it charges an amount is not documented.
  cannotVerify:
    'verifies only while it keeps a card with a customer of its own; that no money is asked is not documented',
} as const;
