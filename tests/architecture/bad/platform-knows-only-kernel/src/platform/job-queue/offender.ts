export { value } from '#src/domain/orders/index.ts';
