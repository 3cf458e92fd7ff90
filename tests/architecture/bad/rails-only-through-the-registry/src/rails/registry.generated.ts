export { value } from './barter/rail.ts';
