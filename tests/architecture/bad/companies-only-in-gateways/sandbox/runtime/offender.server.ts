export { value } from '../companies/bank/bank.server.ts';
