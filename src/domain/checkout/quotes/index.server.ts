export { agreedQuote } from './agreed-quote.server.ts';
export { saveExtras } from './save-extras.server.ts';
export { currentQuote, requote, quoteForPayment, type QuoteRequest } from './current-quote.server.ts';
export * from './index.ts';
export { expireOtherQuotes, latestQuote, quoteById, quoteOwner } from './quote.repository.server.ts';
export { sweepQuotes } from './sweep-quotes.server.ts';
export { priceWithTrial } from './price-with-trial.ts';
export { isPriceExpired, priceValidUntil } from './price-validity.server.ts';
