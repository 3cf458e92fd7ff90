export { agreedQuote } from './agreed-quote.server.ts';
export { answerExtras } from './answer-extras.server.ts';
export { currentQuote, quoteAgain, quoteForPayment, type QuoteWish } from './current-quote.server.ts';
export * from './index.ts';
export { latestQuote, quoteById, quoteOwner } from './quote.repository.server.ts';
export { sweepQuotes } from './sweep-quotes.server.ts';
export { startingFree } from './starting-free.ts';
export { isPriceOver, priceHoldsUntil } from './price-hold.server.ts';
