export { value } from '#src/domain/catalog/products/index.ts';
