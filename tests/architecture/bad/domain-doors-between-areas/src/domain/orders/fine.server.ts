export { value } from '../ledger/index.ts';
export { value as other } from '../ledger/index.server.ts';
