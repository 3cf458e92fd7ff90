export { value } from './quote.ts';
