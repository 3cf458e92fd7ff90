export { shells } from '../registry.generated.ts';
