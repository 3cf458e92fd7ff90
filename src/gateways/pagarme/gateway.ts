/** Pagar.me (API v5) for cards: charges with a card token, capture, cancellation before and after it. */
export const gateway = {
  id: 'pagarme',
  methods: ['credit-card', 'default-credit-card', 'creditcard'],
  markets: ['BR'],
  // `options.verify_card` of its cards makes the card a customer's for good; nobody says whether money is asked meanwhile.
  cannotVerify:
    'verifies only while it keeps a card with a customer of its own; that no money is asked is not documented',
} as const;
