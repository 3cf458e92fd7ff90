export { value } from '../index.ts';
