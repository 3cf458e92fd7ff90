export { agreedQuote } from './agreed-quote.server.ts';
export { saveExtras } from './save-extras.server.ts';
export { currentQuote, requote, type QuoteRequest } from './current-quote.server.ts';
export * from './index.ts';
export {
  expireOtherQuotes,
  latestQuote,
  quoteById,
  quoteCreatedAt,
  quoteOwner,
  sweepQuotes,
} from './quote.repository.server.ts';
export { priceWithTrial } from './price-with-trial.ts';
export { isPriceExpired, priceValidUntil, quoteForPayment } from './quote-validity.server.ts';
