/** M-Pesa of Vodacom Moçambique by its open API: the buyer types a PIN on the phone. */
export const gateway = { id: 'm-pesa-vodacom', methods: ['m-pesa'], markets: ['MZ'] } as const;
