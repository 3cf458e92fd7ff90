export { value } from './composition.server.ts';
