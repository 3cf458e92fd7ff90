export { value } from './ledger/entry.ts';
