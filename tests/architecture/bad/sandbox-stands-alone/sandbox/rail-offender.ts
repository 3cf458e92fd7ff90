export { value } from '#src/rails/barter/rail.ts';
