export { type ChosenOffer, chosenOffer, extrasOf, linkVoucher, noExtras } from './chosen-offer.ts';
export { type ComputedQuote, computeQuote, isMainLine, quoteTitle } from './compute-quote.ts';
export { installmentLabel, type Say } from './installment-label.ts';
export { installmentGroups, installmentOptions, maxInstallments, partInstallments } from './installments.ts';
export { type Quote, type QuoteInstallment, type QuoteLine, type QuoteMethod } from './quote.types.ts';
