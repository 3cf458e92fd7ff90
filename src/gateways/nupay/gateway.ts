/** NuPay for Business: the buyer approves in the bank's app, reached by a page of NuPay's. */
export const gateway = { id: 'nupay', methods: ['nu-pay'], markets: ['BR'] } as const;
