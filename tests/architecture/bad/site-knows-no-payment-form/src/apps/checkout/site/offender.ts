export { value } from '../payment-form/price.ts';
