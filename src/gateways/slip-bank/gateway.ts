/** The bank that registers slips (boleto) with their own Pix code and lists what was credited. */
export const gateway = { id: 'slip-bank', methods: ['bankslip', 'bank-slip', 'boleto'], markets: ['BR'] } as const;
