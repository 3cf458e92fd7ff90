export { value } from './money.test.ts';
