export { value } from './payments/ledger/entry.ts';
