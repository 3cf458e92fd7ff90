export { greeting } from '../registry.generated.ts';
