export { value } from './bank/gateway.server.ts';
