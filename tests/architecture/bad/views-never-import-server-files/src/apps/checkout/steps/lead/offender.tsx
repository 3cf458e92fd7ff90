export { value } from './lead.server.ts';
