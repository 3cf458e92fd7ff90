/**
 * Pagar.me (API v5) for slips (boleto). A gateway of its own beside the cards: it cannot refund (that needs the payer's
 * bank account), and its bank may be down while cards work.
 */
export const gateway = { id: 'pagarme-slip', methods: ['bankslip', 'bank-slip', 'boleto'], markets: ['BR'] } as const;
