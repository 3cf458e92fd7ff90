export { value } from '#src/rails/registry.generated.ts';
