export { value } from './rail.ts';
