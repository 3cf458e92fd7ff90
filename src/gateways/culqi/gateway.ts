/** Culqi (API v2) in Peru: cards and Yape, both charged by the id of a token. */
export const gateway = {
  id: 'culqi',
  methods: ['credit-card', 'default-credit-card', 'creditcard', 'yape'],
  markets: ['PE'],
  /** A wallet's code is good once. */
  keeps: ['credit-card', 'default-credit-card', 'creditcard'],
} as const;
