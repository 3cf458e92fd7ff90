export { value } from '#src/rails/card/number.ts';
