export { type ComputedQuote, computeQuote } from './compute-quote.ts';
export { type InstallmentOption, installmentOptions, installmentParts, type InstallmentTerms } from './installments.ts';
export { type Quote, type QuoteInstallment, type QuoteLine, type QuoteMethod, quoteTotal } from './quote.types.ts';
