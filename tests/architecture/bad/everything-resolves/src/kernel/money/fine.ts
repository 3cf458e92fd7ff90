export { value } from './money.ts';
