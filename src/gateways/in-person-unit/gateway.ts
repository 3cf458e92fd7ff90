/** The school's own units: their staff take the money and record it in a table of ours. */
export const gateway = {
  id: 'in-person-unit',
  methods: ['credit-card-in-person', 'pix-in-person', 'cash', 'cheque'],
  markets: ['BR'],
} as const;
