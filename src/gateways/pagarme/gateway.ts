/** Pagar.me (API v5) for cards: charges with a card token, capture, cancellation before and after it. */
export const gateway = {
  id: 'pagarme',
  methods: ['credit-card', 'default-credit-card', 'creditcard'],
  markets: ['BR'],
} as const;
