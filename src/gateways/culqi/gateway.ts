/** Culqi (API v2) in Peru: cards and Yape, both charged by the id of a token. */
export const gateway = {
  id: 'culqi',
  methods: ['credit-card', 'creditcard', 'yape'],
  markets: ['PE'],
  // Schemes ask a fee for nominal amounts, so that a charge with a void is no check.
  cannotVerify: 'API v2 has no check without money: a card that is kept is charged a small amount and given it back',
} as const;
