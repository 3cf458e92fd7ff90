export { value } from '#src/domain/payments/index.ts';
