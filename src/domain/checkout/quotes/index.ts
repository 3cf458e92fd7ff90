export { linkVoucher } from './link-voucher.ts';
export { type ChosenOffer, chosenOffer, extrasOf, noExtras } from './chosen-offer.ts';
export { type ComputedQuote, computeQuote, isMainLine } from './compute-quote.ts';
export { installmentLabel, percentText, type Say } from './installment-label.ts';
export { installmentGroups, installmentOptions, maxInstallments } from './installments.ts';
export { partInstallments } from './part-installments.ts';
export { quoteTitle } from './quote-title.ts';
export { type Quote, type QuoteInstallment, type QuoteLine, type QuoteMethod } from './quote.types.ts';
