export { value } from './rails/barter/rail.ts';
