export { value } from '../domain/ledger/entry.ts';
