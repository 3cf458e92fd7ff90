/** Any bank that speaks API Pix 2.9.0 of the Banco Central: immediate charges, their money, returns. */
export const gateway = { id: 'pix-bcb', methods: ['pix'], markets: ['BR'] } as const;
