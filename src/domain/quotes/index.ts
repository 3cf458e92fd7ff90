export { type Quote, type QuoteInstallment, type QuoteLine, type QuoteMethod, quoteTotal } from './quote.types.ts';
