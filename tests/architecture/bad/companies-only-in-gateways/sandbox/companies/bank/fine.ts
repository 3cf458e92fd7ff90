export { value } from './bank.server.ts';
