export { value } from '../quotes/index.ts';
