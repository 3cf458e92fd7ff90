export { value } from './entry.ts';
