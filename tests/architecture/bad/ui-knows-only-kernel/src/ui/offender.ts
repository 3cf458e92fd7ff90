export { value } from '#src/domain/catalog/index.ts';
