export { value } from '../quotes/quote.ts';
