export { type ChosenOffer, chosenOffer, noExtras } from './chosen-offer.ts';
export { type ComputedQuote, computeQuote } from './compute-quote.ts';
export { installmentOptions } from './installments.ts';
export { type Quote, type QuoteInstallment } from './quote.types.ts';
